import { keysOf } from "#lib/keys-of.ts";
import { translated } from "#lib/language/t.ts";
import { isDay } from "../time.ts";
import { type AuditArea, type AuditName, auditAreas, auditEvents, type Severity } from "./events.ts";

/** Which part of the log is shown, and from where on: all of it is in the page's address. */
export type AuditFilters = {
  area?: AuditArea | undefined;
  severity?: Severity | undefined;
  /** A user's id: what they did, and what was done to them. */
  user?: string | undefined;
  /** "YYYY-MM-DD" in the gateway's zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The payment, batch, file … that events are about, or what is among their fields: an address, an amount. */
  subject?: string | undefined;
  /** Events before this position, or after it; never both. */
  before?: number | undefined;
  after?: number | undefined;
};

/** Amounts and addresses are looked for among so many events, the newest: no index has them. */
export const maxSearched = 100_000;

/** A value that can't be read counts as not given. */
export function readAuditFilters(query: URLSearchParams): AuditFilters {
  const readText = (name: string) => query.get(name)?.trim().slice(0, 64) || undefined;
  const day = (name: string) => {
    const given = readText(name);
    return given !== undefined && isDay(given) ? given : undefined;
  };
  const position = (name: string) => {
    const given = readText(name);
    return given !== undefined && /^\d{1,12}$/.test(given) ? Number(given) : undefined;
  };
  const area = readText("area");
  const severity = readText("severity");
  const before = position("before");
  return {
    area: area !== undefined && Object.hasOwn(auditAreas, area) ? (area as AuditArea) : undefined, // just checked
    severity:
      severity !== undefined && Object.hasOwn(severities, severity) ? (severity as Severity) : undefined, // just checked
    user: readText("user"),
    from: day("from"),
    to: day("to"),
    subject: readText("subject"),
    before,
    after: before === undefined ? position("after") : undefined,
  };
}

export function toAuditSearch(filters: AuditFilters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}

/** The events that an area and a severity hold; undefined for all. */
export function namesOf({ area, severity }: AuditFilters): AuditName[] | undefined {
  if (area === undefined && severity === undefined) return undefined;
  return keysOf(auditEvents).filter((name) => {
    const event = auditEvents[name];
    return (
      (area === undefined || event.area === area) && (severity === undefined || event.severity === severity)
    );
  });
}

export const severities = translated("*", {
  info: "Routine",
  notice: "Notable",
  alert: "Alert",
} as const satisfies Record<Severity, string>);
