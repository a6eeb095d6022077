import { ReadableStream } from "node:stream/web";
import { definitionOf, fieldsOf, type StoredEvent } from "#lib/audit/describe.ts";
import { auditAreas } from "#lib/audit/events.ts";
import { type AuditFilters, severities, toAuditSearch } from "#lib/audit/filters.ts";
import { originOf } from "#lib/audit/origin.ts";
import { csvRow, csvText } from "#lib/csv.ts";
import { isoIn } from "#lib/time.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { readEvents } from "./list-events.ts";
import { recordAlone } from "./record.ts";

/** The events that match as a CSV file, newest first; recorded before its first byte leaves. */
export async function exportEvents(
  { id, name }: Actor,
  filters: AuditFilters,
): Promise<ReadableStream<Uint8Array>> {
  const query = toAuditSearch(filters);
  await recordAlone(db(), {
    name: "export.taken",
    by: { id, name },
    subject: "audit log",
    fields: { format: "csv", query },
  });
  return ReadableStream.from(toBytes(filters));
}

async function* toBytes(filters: AuditFilters): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvRow(head));
  for await (const events of readEvents(filters)) yield encoder.encode(events.map(toRow).join(""));
}

const head = [
  "Entry",
  "Time",
  "Severity",
  "Area",
  "Event",
  "By",
  "User ID",
  "From workstation",
  "From address",
  "Subject",
  "Details",
  "Previous hash",
  "Hash",
];

function toRow(event: StoredEvent): string {
  const { severity, area, label } = definitionOf(event.name);
  const { workstation = "", address = "" } = originOf(event);
  return csvRow([
    String(event.position),
    isoIn(env().gatewayTimeZone, event.at),
    severities[severity],
    auditAreas[area],
    ...[label, event.userName, event.userId ?? "", workstation, address, event.subject ?? ""].map(csvText),
    csvText(
      fieldsOf(event)
        .map(([name, value]) => `${name}: ${value}`)
        .join("; "),
    ),
    ...[event.previous, event.hash].map(csvText),
  ]);
}
