import { capitalized } from "#lib/format/capitalized.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { accountColors, isAccountColor } from "../accounts/account.ts";
import { formatCount } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { findCommand } from "../gateway/commands.ts";
import { paths } from "../paths.ts";
import { commandNouns } from "../payments/command-nouns.ts";
import { isMerchantSetting } from "../settings/merchant-settings.ts";
import { readable } from "../settings/readable.ts";
import {
  type AuditFields,
  type AuditName,
  auditEvents,
  type EventDefinition,
  type FieldKind,
} from "./events.ts";
import { hasOwnAddress } from "./origin.ts";

/** An event as it is stored. */
export type StoredEvent = {
  position: number;
  /** Epoch ms. */
  at: number;
  name: AuditName;
  userId: string | null;
  userName: string;
  subject: string | null;
  /** The user that it is about, by name. */
  subjectName?: string | undefined;
  data: Readonly<Record<string, unknown>>;
  hash: string;
  previous: string;
};

/** The row of the table for a name. One that is not there was written by somebody else, and is shown as such. */
export function definitionOf(name: string): EventDefinition {
  return Object.hasOwn(auditEvents, name)
    ? auditEvents[name as AuditName] // just checked
    : { label: t('Unknown event "{name}"', { name }), area: "audit", severity: "alert", fields: {} };
}

/** The fields of an event with their labels and values, in the order of the table. Fields that an event doesn't have are left out. */
export function fieldsOf({
  name,
  subject,
  data,
}: Pick<StoredEvent, "name" | "subject" | "data">): [label: string, value: string][] {
  const { fields } = definitionOf(name);
  return Object.entries(fields).flatMap(([field, kind]): [string, string][] =>
    data[field] === undefined ? [] : [[labelOf(field), formatValue(kind, data[field], subject)]],
  );
}

/** What happened to what, in one line. Where it came from has a column of its own. Long hashes and plain "no" are among the fields only. */
export function summaryOf({
  name,
  subject,
  data,
  subjectName,
}: Pick<StoredEvent, "name" | "subject" | "data" | "subjectName">): string {
  const { fields } = definitionOf(name);
  const parts = Object.entries(fields).flatMap(([field, kind]) => {
    const value = data[field];
    if (value === undefined || value === "" || field === "hash" || field === "transaction") return [];
    if (field === "address" && hasOwnAddress(name)) return [];
    if (kind === "flag") return value === true ? [labelOf(field)] : [];
    const text = formatValue(kind, value, subject);
    return kind === "count" || labeled.has(field) ? [`${labelOf(field)} ${text}`] : [text];
  });
  const line = [subjectName, ...parts].filter((part) => part).join(", ");
  return capitalized(line);
}

/** The page of what an event is about; undefined when it has none. */
export function subjectPath({ name, subject }: Pick<StoredEvent, "name" | "subject">): string | undefined {
  if (subject === null) return undefined;
  const [noun = ""] = name.split(".");
  return pathOf[name]?.(subject) ?? pathOf[noun]?.(subject);
}

/** By the name of an event, or the noun that it begins with. */
const pathOf: Readonly<Record<string, (subject: string) => string>> = {
  payment: paths.attempt,
  approval: paths.approvals,
  card: paths.cards,
  "bulk.paused": paths.bulkGroup,
  "bulk.resumed": paths.bulkGroup,
  bulk: paths.bulk,
  notice: paths.attention,
  batch: paths.batch,
  reconciliation: paths.reconciliation,
  day: paths.dayEnd,
  "log.anchored": paths.dayEnd,
  deposit: () => paths.deposits(),
  drawer: (number) => paths.drawerShift(Number(number)),
  export: paths.exports,
  receipt: paths.transaction,
  setting: paths.settings,
  role: paths.role,
  "role.deleted": paths.roles,
};

function formatValue(kind: FieldKind, value: unknown, subject: string | null): string {
  if (kind === "cents") return formatMoney(Number(value));
  if (kind === "count") return formatCount(Number(value));
  if (kind === "flag") return value === true ? t("Yes") : t("No");
  const text = String(value);
  const command = kind === "command" ? findCommand(text) : undefined;
  if (command) return commandNouns[command];
  if (kind === "color" && isAccountColor(text)) return accountColors[text];
  return kind === "setting" ? toSetting(text, subject) : translate(text);
}

/** An event holds a setting's own text, and "none" for an empty one. */
const toSetting = (text: string, name: string | null) =>
  name !== null && isMerchantSetting(name) ? readable(name, text === "none" ? "" : text) : translate(text);

/** Fields that say nothing without their label. */
const labeled: ReadonlySet<string> = new Set([
  ...["original", "from", "to", "approvedBy", "askedBy", "query"],
  ...["urls", "urlsBefore", "urlsAfter", "port", "portBefore", "portAfter"],
  ...["origin", "originBefore", "originAfter", "color", "colorBefore", "colorAfter"],
  ...["newName", "added", "taken", "limitsBefore", "limitsAfter", "stepBefore", "stepAfter"],
]);

const labels: Readonly<Record<FieldName, string>> = translated("*", {
  account: "Gateway account",
  newKeys: "New keys",
  urls: "Gateway address",
  urlsBefore: "Gateway address before",
  urlsAfter: "Gateway address after",
  port: "Port",
  portBefore: "Port before",
  portAfter: "Port after",
  origin: "Public address",
  originBefore: "Public address before",
  originAfter: "Public address after",
  color: "Color",
  colorBefore: "Color before",
  colorAfter: "Color after",
  newBrowser: "First sign-in from this browser",
  moved: "Money moved",
  cents: "Amount",
  original: "On transaction",
  approvedBy: "Approved by",
  askedBy: "Requested by",
  report: "Z report",
  names: "Settings",
  ended: "Sessions",
  query: "Search",
  takenAt: "Backup of",
  address: "Address",
  reason: "Reason",
  what: "What",
  right: "Right",
  role: "Role",
  from: "From",
  to: "To",
  left: "Left",
  email: "Email",
  device: "Device",
  command: "Command",
  payer: "Payer",
  state: "State",
  transaction: "Transaction",
  as: "As",
  kind: "Kind",
  card: "Card",
  rows: "Rows",
  hash: "Hash",
  number: "Number",
  lines: "Lines",
  change: "Change ~noun",
  format: "Format",
  file: "File",
  events: "Events",
  faults: "Problems",
  place: "Place",
  position: "Position",
  newName: "New name",
  taken: "Taken away",
  limitsBefore: "Limits before",
  limitsAfter: "Limits after",
  stepBefore: "Second step before",
  stepAfter: "Second step after",
  signedOut: "People signed out",
  method: "Method",
  passkey: "Passkey",
  issuer: "Issuer",
  rights: "Rights",
  added: "Added ~rights",
  match: "Match ~noun",
  batches: "Batches",
  setting: "Setting",
  outcome: "Outcome",
  before: "Before",
});

type FieldName = { [Name in AuditName]: keyof AuditFields<Name> }[AuditName];
const labelOf = (field: string) => labels[field as FieldName]; // Object.entries forgets the type
