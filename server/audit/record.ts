import type { Kysely, Transaction } from "kysely";
import type { AuditFields, AuditName } from "#lib/audit/events.ts";
import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import type { AuditEventsTable } from "#server/db/tables/audit/audit-events.ts";
import { digestsFor, keyPrefixes } from "#server/payments/card-data/secrets.ts";
import { lockName } from "#server/sql/lock.ts";
import { notify } from "#server/sql/notify.ts";
import { requestOrigin } from "./request-origin.ts";

/** Who did it: a signed-in person, the console itself, or someone at the server's command line. */
export type AuditActor = Actor | "console" | "operator";

export type NewAuditEvent = {
  [Name in AuditName]: {
    name: Name;
    by: AuditActor;
    subject?: string | undefined;
    fields?: AuditFields<Name> | undefined;
    /** Epoch ms; now when left out. */
    at?: number;
  };
}[AuditName];

/**
 * Adds events to the end of the log, as a part of the commit that does what they say: both are kept, or neither. Writers of
 * all processes follow each other from here to their commit, so this comes last in a transaction.
 */
export async function record(store: Transaction<Database>, ...events: NewAuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const [digest] = await digestsFor("audit event");
  await lockName(store, auditLock);
  const head = await findHead(store);
  let position = head?.position ?? 0;
  let previous = head?.hash ?? "";
  const rows = events.map((event): AuditEventsTable => {
    position += 1;
    const row = { position, ...toRow(event), previous };
    previous = digest(chainedText(row));
    return { ...row, hash: previous };
  });
  // Open pages learn of it (server/live) once it is committed.
  await Promise.all([store.insertInto("audit_events").values(rows).execute(), notify(store, auditChannel)]);
}

/** Adds events in a commit of their own: for a read, or for something done outside this store. */
export async function recordAlone(store: Kysely<Database>, ...events: NewAuditEvent[]): Promise<void> {
  await store.transaction().execute((transaction) => record(transaction, ...events));
}

export type AuditHead = { position: number; hash: string };

/** The newest event: a person who keeps it elsewhere can find out later whether anything up to it was changed. */
export async function findHead(store: Kysely<Database>): Promise<AuditHead | undefined> {
  return await store
    .selectFrom("audit_events")
    .select(["position", "hash"])
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Whether the newest event was written under a data key of this process; true for an empty log. */
export async function isKeyOfLog(store: Kysely<Database>): Promise<boolean> {
  const head = await findHead(store);
  return head === undefined || (await keyPrefixes()).some((prefix) => head.hash.startsWith(prefix));
}

/** What a hash covers. A column added here would break the hashes of all earlier events. */
export function chainedText(row: Omit<AuditEventsTable, "hash">): string {
  return JSON.stringify(chainedColumns.map((column) => row[column]));
}

const chainedColumns = [
  "position",
  "at",
  "name",
  "user_id",
  "user_name",
  "subject",
  "data",
  "previous",
] as const satisfies (keyof AuditEventsTable)[];

const auditLock = "audit log";
/** Notified at every commit that adds an event. */
export const auditChannel = "console_audit";

/** What stands in the place of a person where the program itself acted. */
export const programNames = { console: "console", operator: "operator at the server" } as const;

function toRow({ name, by, subject, fields = {}, at = Date.now() }: NewAuditEvent) {
  const isProgram = typeof by === "string";
  const person = isProgram ? { id: null, name: programNames[by] } : by;
  const held = isProgram ? fields : { ...fields, ...requestOrigin() };
  return {
    at,
    name,
    user_id: person.id,
    user_name: person.name,
    subject: subject ?? null,
    // Texts that people typed, such as a reason, pass here too.
    data: JSON.stringify(held, (_, value) => (typeof value === "string" ? maskCardNumbers(value) : value)),
  };
}
