import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Cells } from "#lib/exports/columns.ts";
import type { ExportedTransaction } from "#lib/exports/exported-transaction.ts";
import { db } from "#server/db/db.ts";
import { arraysQuery } from "#server/sql/prepared-query.ts";
import type { Asking } from "../search/common-terms.ts";

type Field = keyof ExportedTransaction;

/** A condition on `indexed_transactions`: which rows an export holds. */
export type RowFilter = RawBuilder<SqlBool>;

/**
 * All rows that match, newest first, a page at a time as they are taken. Each page goes on where the one before ended,
 * so that rows which come meanwhile move none of the others. A row is an array that begins with `fields`.
 */
export async function* readPages(
  filter: RowFilter,
  fields: readonly Field[],
  size = rowsAtOnce,
): AsyncGenerator<Cells[]> {
  const wanted = [...new Set([...fields, "created_at", "id"] as const)];
  const [atPlace, idPlace] = [wanted.indexOf("created_at"), wanted.indexOf("id")];
  const readBelow = arraysQuery(db(), (last: { at: number; id: string }) =>
    db()
      .selectFrom("indexed_transactions")
      .$if(wanted.includes("batch_sequence"), (select) =>
        select.leftJoin("history_batches", "history_batches.batch_key", "indexed_transactions.batch_key"),
      )
      .select(wanted.map(toColumn))
      .where(filter)
      // Both stores compare rows of values in the order of the index.
      .where(
        sql<SqlBool>`(indexed_transactions.created_at, indexed_transactions.id) < (${last.at}, ${last.id})`,
      )
      .orderBy("indexed_transactions.created_at", "desc")
      .orderBy("indexed_transactions.id", "desc")
      .limit(size),
  );
  let last = { at: Number.MAX_SAFE_INTEGER, id: "" };
  for (;;) {
    const rows = (await readBelow(last)) as Cells[]; // of these columns
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < size) return;
    last = { at: Number(end[atPlace]), id: String(end[idPlace]) };
    // SQLite answers synchronously: without a turn of the event loop, a charge would wait for the whole export.
    await nextTurn();
  }
}

const toColumn = (field: Field) =>
  field === "batch_sequence"
    ? sql.ref("history_batches.sequence").as(field)
    : sql.ref(`indexed_transactions.${field}`).as(field);

/** The rows of `readPages` as objects of these fields. */
export async function* readObjects<Name extends Field>(
  filter: RowFilter,
  fields: readonly Name[],
): AsyncGenerator<Pick<ExportedTransaction, Name>[]> {
  for await (const rows of readPages(filter, fields))
    yield rows.map(
      // One value for each of the fields.
      (cells) =>
        Object.fromEntries(fields.map((field, place) => [field, cells[place]])) as Pick<
          ExportedTransaction,
          Name
        >,
    );
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

/** About 64 kB of a file. */
export const rowsAtOnce = 500;
