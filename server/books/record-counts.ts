import type { Kysely } from "kysely";
import type { NumberedRecord, RecordGap } from "#lib/books/record-count.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { lockName } from "#server/sql/lock.ts";
import { checkMac, macOf } from "./record-macs.ts";

/** Numbered records, and the sealed count of each kind, which shows that one was deleted, the newest too. */

const tables = { "drawer report": "drawer_reports", "signed day": "signed_days" } as const satisfies Record<
  NumberedRecord,
  keyof Database
>;

/**
 * Gives a new record its number and counts it, in the transaction that writes it. A number is never given twice, also where
 * its record was deleted.
 */
export async function giveNumber(store: Kysely<Database>, record: NumberedRecord): Promise<number> {
  await lockName<Database>(store, `record-count ${record}`);
  const [{ highest }, count] = [await readNumbers(store, record), await readCount(store, record)];
  const isTrusted = count === undefined ? highest === 0 : count.isIntact;
  const recountedAt = isTrusted ? (count?.recounted_at ?? null) : Date.now();
  const number = Math.max(highest, isTrusted ? (count?.number ?? 0) : 0) + 1;
  const columns = {
    number,
    recounted_at: recountedAt,
    seal: await macOf("record count", recordCountText(record, number, recountedAt)),
  };
  await store
    .insertInto("record_counts")
    .values({ kind: record, ...columns })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet(columns))
    .execute();
  return number;
}

/** Why the records of a kind may not be whole; undefined when all that were ever written are there. */
export async function findGap(record: NumberedRecord): Promise<RecordGap | undefined> {
  // The count first: a record that is added meanwhile is no gap.
  const count = await readCount(db(), record);
  const { highest, rows } = await readNumbers(db(), record);
  if (!count && highest === 0) return undefined;
  const most = Math.max(count?.isIntact ? count.number : 0, highest);
  if (rows < most)
    return { record, kind: "missing", numbers: await listMissing(record, most), count: most - rows };
  if (!count?.isIntact) return { record, kind: "uncounted" };
  return count.recounted_at === null ? undefined : { record, kind: "recounted", at: count.recounted_at };
}

async function readCount(store: Kysely<Database>, record: NumberedRecord) {
  const row = await store
    .selectFrom("record_counts")
    .selectAll()
    .where("kind", "=", record)
    .executeTakeFirst();
  if (!row) return undefined;
  const text = recordCountText(record, row.number, row.recounted_at);
  return { ...row, isIntact: (await checkMac("record count", text, row.seal)) === "intact" };
}

/** The text that the MAC of a count covers. */
export const recordCountText = (record: string, number: number, recountedAt: number | null) =>
  JSON.stringify([record, number, recountedAt]);

async function readNumbers(store: Kysely<Database>, record: NumberedRecord) {
  const { highest, rows } = await store
    .selectFrom(tables[record])
    .select(({ fn }) => [fn.max<number | null>("number").as("highest"), fn.countAll<number>().as("rows")])
    .executeTakeFirstOrThrow();
  return { highest: highest ?? 0, rows: Number(rows) };
}

/** The first few numbers up to the highest that have no record. */
async function listMissing(record: NumberedRecord, most: number): Promise<number[]> {
  const rows = await db().selectFrom(tables[record]).select("number").orderBy("number").execute();
  const known = new Set(rows.map(({ number }) => number));
  const missing: number[] = [];
  for (let number = 1; number <= most && missing.length < maxListed; number += 1)
    if (!known.has(number)) missing.push(number);
  return missing;
}

const maxListed = 5;
