import type { Selectable, Updateable } from "kysely";
import { lockRows } from "#server/sql/lock.ts";
import { preparedInsert, preparedQuery } from "#server/sql/prepared-query.ts";
import { fromRefnum, keyForm, makeKey } from "../keys.ts";
import type { Db } from "./database.ts";
import type { BatchReference } from "./tables/batches.ts";
import type { TransactionDetails, TransactionRow, TransactionsTable } from "./tables/transactions.ts";

/** Finds a transaction by key or refnum. With `lock`, no other transaction changes it before this one ends. */
export async function findTransaction(
  db: Db,
  keyOrRefnum: string,
  { lock = false } = {},
): Promise<TransactionRow | undefined> {
  const id = fromRefnum(keyOrRefnum);
  if (id === undefined && !keyForm.test(keyOrRefnum)) return undefined;
  const [row] =
    id === undefined
      ? await (lock ? lockByKey : selectByKey)(db, { key: keyOrRefnum })
      : await (lock ? lockById : selectById)(db, { id });
  return row && toRow(row);
}

export async function findTransactionById(db: Db, id: number): Promise<TransactionRow | undefined> {
  const [row] = await selectById(db, { id });
  return row && toRow(row);
}

/** Finds a transaction by its number and locks it as `findTransaction` does. */
export async function lockTransactionById(db: Db, id: number): Promise<TransactionRow | undefined> {
  const [row] = await lockById(db, { id });
  return row && toRow(row);
}

export async function findTransactionsById(db: Db, ids: ReadonlySet<number>): Promise<TransactionRow[]> {
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return rows.map(toRow);
}

const byKey = (db: Db, { key }: { key: string }) =>
  db.selectFrom("transactions").selectAll().where("key", "=", key);
const byId = (db: Db, { id }: { id: number }) =>
  db.selectFrom("transactions").selectAll().where("id", "=", id);
const selectByKey = preparedQuery(byKey);
const selectById = preparedQuery(byId);
const lockByKey = preparedQuery((db: Db, values: { key: string }) => lockRows(db, byKey(db, values)));
const lockById = preparedQuery((db: Db, values: { id: number }) => lockRows(db, byId(db, values)));

export type NewTransaction = Omit<TransactionRow, "id" | "key">;

export async function insertTransaction(db: Db, draft: NewTransaction): Promise<TransactionRow> {
  const key = makeKey("transaction", Date.now());
  const details = JSON.stringify(draft.details);
  const id = await insertRow(db, { ...draft, key, details });
  return { ...draft, key, id };
}

const insertRow = preparedInsert((db: Db, row: Omit<Selectable<TransactionsTable>, "id">) =>
  db.insertInto("transactions").values({
    key: row.key,
    source_id: row.source_id,
    created_at: row.created_at,
    command: row.command,
    tender: row.tender,
    trantype_code: row.trantype_code,
    status_code: row.status_code,
    result_code: row.result_code,
    error_code: row.error_code,
    error: row.error,
    authcode: row.authcode,
    amount: row.amount,
    batch_id: row.batch_id,
    ordinal: row.ordinal,
    original_id: row.original_id,
    connected: row.connected,
    duplicate_of_kind: row.duplicate_of_kind,
    next_step_at: row.next_step_at,
    sealed: row.sealed,
    fingerprint: row.fingerprint,
    details: row.details,
  }),
);

export type TransactionChanges = Partial<
  Omit<Updateable<TransactionsTable>, "id" | "key" | "details"> & { details: TransactionDetails }
>;

/** Writes the changes and returns the changed row. */
export async function changeTransaction(
  db: Db,
  row: TransactionRow,
  changes: TransactionChanges,
): Promise<TransactionRow> {
  const { details, ...columns } = changes;
  await db
    .updateTable("transactions")
    .set(details ? { ...columns, details: JSON.stringify(details) } : columns)
    .where("id", "=", row.id)
    .execute();
  // `changes` was just written as it is.
  return { ...row, ...changes } as TransactionRow;
}

/** Cents of the refunds that count against a transaction. */
export async function sumRefunds(db: Db, originalId: number): Promise<number> {
  const [sum] = await selectRefunds(db, { originalId });
  return sum?.cents ?? 0;
}

/** Cents of the refunds that count against each transaction, by its number. One without refunds is missing from the map. */
export async function sumRefundsOf(db: Db, originalIds: readonly number[]): Promise<Map<number, number>> {
  if (originalIds.length === 0) return new Map();
  const sums = await activeRefunds(db)
    .select((eb) => ["original_id", eb.fn.sum<number>("amount").as("cents")])
    .where("original_id", "in", originalIds)
    .groupBy("original_id")
    .execute();
  return new Map(
    sums.flatMap(({ original_id, cents }) => (original_id === null ? [] : [[original_id, cents]])),
  );
}

/** Refunds that count against their originals. */
export const activeRefunds = (db: Db) =>
  db
    .selectFrom("transactions")
    .where("connected", "=", 1)
    .where("result_code", "=", "A")
    .where("trantype_code", "in", ["C", "R", "H"])
    .where("status_code", "not in", ["V", "E", "R"]);

const selectRefunds = preparedQuery((db: Db, { originalId }: { originalId: number }) =>
  activeRefunds(db)
    .select((eb) => eb.fn.sum<number | null>("amount").as("cents"))
    .where("original_id", "=", originalId),
);

/** A transaction with all data for its presentation; `refunded` is in cents. */
export type Whole = { row: TransactionRow; batch: BatchReference | undefined; refunded: number };

/** Finds a transaction with its batch and refunds by key or refnum, in one query. */
export async function findWhole(db: Db, keyOrRefnum: string): Promise<Whole | undefined> {
  const id = fromRefnum(keyOrRefnum);
  if (id === undefined && !keyForm.test(keyOrRefnum)) return undefined;
  const [found] =
    id === undefined ? await selectWholeByKey(db, { key: keyOrRefnum }) : await selectWholeById(db, { id });
  if (!found) return undefined;
  const { batch_id, batch_key: key, batch_sequence: sequence, batch_status: status } = found;
  // All three are set if the transaction has a batch.
  const batch =
    batch_id === null || key === null || sequence === null || status === null
      ? undefined
      : { id: batch_id, key, sequence, status };
  return { row: toRow(found), batch, refunded: found.refunded ?? 0 };
}

const whole = (db: Db) =>
  db
    .selectFrom("transactions as whole")
    .leftJoin("batches", "batches.id", "whole.batch_id")
    .selectAll("whole")
    .select([
      "batches.key as batch_key",
      "batches.sequence as batch_sequence",
      "batches.status as batch_status",
    ])
    .select((eb) =>
      activeRefunds(db)
        .whereRef("original_id", "=", eb.ref("whole.id"))
        .select((sum) => sum.fn.sum<number | null>("amount").as("cents"))
        .as("refunded"),
    );

const selectWholeByKey = preparedQuery((db: Db, { key }: { key: string }) =>
  whole(db).where("whole.key", "=", key),
);
const selectWholeById = preparedQuery((db: Db, { id }: { id: number }) =>
  whole(db).where("whole.id", "=", id),
);

export function toRow(row: Selectable<TransactionsTable>): TransactionRow {
  // The row was just read, so it needs no copy.
  return Object.assign(row, { details: JSON.parse(row.details) as TransactionDetails });
}
