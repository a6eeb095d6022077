import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ExportedTransaction } from "#lib/exports/exported-transaction.ts";
import { db } from "#server/db/db.ts";
import type { Asking } from "../search/common-terms.ts";

/** A condition on `indexed_transactions`: which rows an export holds. */
export type RowFilter = RawBuilder<SqlBool>;

/**
 * All rows that match, newest first, a page at a time as they are taken. Each page goes on where the one before ended,
 * so that rows which come meanwhile move none of the others. Rows have `fields` alone, beside what every file needs.
 */
export async function* readPages<Field extends keyof ExportedTransaction>(
  filter: RowFilter,
  fields: readonly Field[],
  size = rowsAtOnce,
): AsyncGenerator<ExportedTransaction[]> {
  const wanted = [...new Set<keyof ExportedTransaction>([...fields, "id", "created_at", "currency"])];
  const isNumbered = wanted.includes("batch_sequence");
  let last: { id: string; created_at: number } | undefined;
  do {
    const rows = await db()
      .selectFrom("indexed_transactions")
      .$if(isNumbered, (select) =>
        select
          .leftJoin("history_batches", "history_batches.batch_key", "indexed_transactions.batch_key")
          .select("history_batches.sequence as batch_sequence"),
      )
      .select(
        wanted
          .filter((field) => field !== "batch_sequence")
          .map((field) => `indexed_transactions.${field}` as const),
      )
      .where(filter)
      .$if(last !== undefined, (select) => select.where(isBelow(last)))
      .orderBy("indexed_transactions.created_at", "desc")
      .orderBy("indexed_transactions.id", "desc")
      .limit(size)
      .execute();
    // The columns that were not asked for are never read.
    if (rows.length > 0) yield rows as ExportedTransaction[];
    last = rows.length === size ? rows.at(-1) : undefined;
  } while (last);
}

export async function countRows(
  filter: RowFilter,
  { store, inTime }: Asking = { store: db(), inTime: sql`1 = 1` },
): Promise<number> {
  const { count } = await store
    .selectFrom("indexed_transactions")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(inTime)
    .where(filter)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const rowsAtOnce = 1000;

/** Both stores compare rows of values in the order of the index. */
const isBelow = (row: { id: string; created_at: number } | undefined) =>
  sql<SqlBool>`(indexed_transactions.created_at, indexed_transactions.id) < (${row?.created_at}, ${row?.id})`;
