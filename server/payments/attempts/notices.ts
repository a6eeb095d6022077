import type { Kysely, Selectable } from "kysely";
import type { Notice, NoticeFacts, NoticeKind } from "#lib/payments/notice.ts";
import { may, type Right } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { ActorWithRole } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { withBulkTakings } from "../bulk-taking.ts";
import { addStep } from "./attempt-steps.ts";

/** Notices about money, shown until somebody acknowledges them. */

export type NewNotice = {
  id: string;
  attemptId?: string | undefined;
  transactionKey?: string | undefined;
  batchKey?: string | undefined;
  facts: NoticeFacts;
};

/** Writes a notice unless it exists. True when it is new. */
export async function writeNotice(store: Kysely<Database>, notice: NewNotice): Promise<boolean> {
  const written = await store
    .insertInto("notices")
    .values({
      id: notice.id,
      kind: notice.facts.kind,
      attempt_id: notice.attemptId ?? null,
      transaction_key: notice.transactionKey ?? null,
      batch_key: notice.batchKey ?? null,
      facts: JSON.stringify(notice.facts),
      found_at: Date.now(),
      acknowledged_by: null,
      acknowledged_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Shown at most; the count has no limit. */
const maxShown = 200;

/** Unacknowledged notices, oldest first; with `kinds`, only such. */
export async function listOpenNotices(kinds?: readonly NoticeKind[]): Promise<Notice[]> {
  const rows = await db()
    .selectFrom("notices")
    .selectAll()
    .where("acknowledged_at", "is", null)
    .$if(kinds !== undefined, (query) => query.where("kind", "in", kinds ?? []))
    .orderBy("found_at")
    .limit(maxShown)
    .execute();
  return withBulkTakings(rows.map(toNotice));
}

export async function countOpenNotices(): Promise<number> {
  const { open } = await db()
    .selectFrom("notices")
    .select((select) => select.fn.countAll<number>().as("open"))
    .where("acknowledged_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** All notices about a batch or a transaction, acknowledged or not, newest first. */
export async function listNoticesOf(subject: { batch: string } | { transaction: string }): Promise<Notice[]> {
  const [column, key] =
    "batch" in subject
      ? (["batch_key", subject.batch] as const)
      : (["transaction_key", subject.transaction] as const);
  const rows = await db()
    .selectFrom("notices")
    .selectAll()
    .where(column, "=", key)
    .orderBy("found_at", "desc")
    .limit(maxShown)
    .execute();
  return withBulkTakings(rows.map(toNotice));
}

/** The right to acknowledge it: a wrong decision is for those who may decide. */
const rightToAcknowledge = {
  contradiction: "decideUnknown",
  bulkContradiction: "decideUnknown",
  bulkDifference: "decideUnknown",
  return: "charge",
} as const satisfies Record<NoticeKind, Right>;

/** Records who acknowledged a notice and when. The first one counts. */
export async function acknowledge(
  person: ActorWithRole,
  { notice: id }: { notice: string },
): Promise<Result<Notice>> {
  const row = await findNotice(id);
  if (!row) return refuse("There is no such notice.");
  if (!may(person.role, rightToAcknowledge[row.kind]))
    return refuse("A manager has to acknowledge this. Nothing was done.");
  await db()
    .transaction()
    .execute(async (store) => {
      const at = Date.now();
      const changed = await store
        .updateTable("notices")
        .set({ acknowledged_by: person.name, acknowledged_at: at })
        .where("id", "=", id)
        .where("acknowledged_at", "is", null)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) return;
      const text = `Acknowledged by ${person.name}`;
      if (row.attempt_id !== null) await addStep(store, row.attempt_id, { at, kind: "acknowledged", text });
      const subject = row.attempt_id ?? row.transaction_key ?? row.batch_key ?? id;
      await record(store, { name: "notice.acknowledged", by: person, subject, fields: { kind: row.kind } });
    });
  const now = await findNotice(id);
  return now ? ok(toNotice(now)) : refuse("There is no such notice.");
}

function findNotice(id: string): Promise<NoticeRow | undefined> {
  return db().selectFrom("notices").selectAll().where("id", "=", id).executeTakeFirst();
}

type NoticeRow = Selectable<Database["notices"]>;

function toNotice(row: NoticeRow): Notice {
  // Written by writeNotice.
  const facts: NoticeFacts = JSON.parse(row.facts);
  return {
    ...facts,
    id: row.id,
    foundAt: row.found_at,
    attemptId: row.attempt_id ?? undefined,
    transactionKey: row.transaction_key ?? undefined,
    batchKey: row.batch_key ?? undefined,
    acknowledged:
      row.acknowledged_by === null || row.acknowledged_at === null
        ? undefined
        : { by: row.acknowledged_by, at: row.acknowledged_at },
  };
}
