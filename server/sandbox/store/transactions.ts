import { type Selectable, sql, type Updateable } from "kysely";
import { fromRefnum, keyForm, makeKey } from "../keys.ts";
import { isPostgres, sqliteFileOf } from "./dialect.ts";
import { lockRows } from "./lock.ts";
import { preparedInsert, preparedQuery } from "./prepared-query.ts";
import { recentKindsOf } from "./recent-kinds.ts";
import { slipOf, spoil, toPendingRow } from "./slip.ts";
import type { Db } from "./store.ts";
import type { TransactionRow, TransactionsTable } from "./tables/transactions.ts";
import type { TransactionDetails } from "./transaction-details.ts";

/** Looks a transaction up by its key or its refnum. With `hold`, no one else changes it before this transaction ends. */
export async function findTransaction(
  db: Db,
  keyOrRefnum: string,
  { hold = false } = {},
): Promise<TransactionRow | undefined> {
  const id = fromRefnum(keyOrRefnum);
  if (id === undefined && !keyForm.test(keyOrRefnum)) return undefined;
  const [row] =
    id === undefined
      ? await (hold ? holdByKey : selectByKey)(db, { key: keyOrRefnum })
      : await (hold ? holdById : selectById)(db, { id });
  return row && toRow(row);
}

export async function findTransactionById(db: Db, id: number): Promise<TransactionRow | undefined> {
  const [row] = await selectById(db, { id });
  return row && toRow(row);
}

const byKey = (db: Db, { key }: { key: string }) =>
  db.selectFrom("transactions").selectAll().where("key", "=", key);
const byId = (db: Db, { id }: { id: number }) =>
  db.selectFrom("transactions").selectAll().where("id", "=", id);
const selectByKey = preparedQuery(byKey);
const selectById = preparedQuery(byId);
const holdByKey = preparedQuery((db, values: { key: string }) => lockRows(db, byKey(db, values)));
const holdById = preparedQuery((db, values: { id: number }) => lockRows(db, byId(db, values)));

export type NewTransaction = Omit<TransactionRow, "id" | "key">;

export async function insertTransaction(db: Db, draft: NewTransaction): Promise<TransactionRow> {
  const key = makeKey("transaction", Date.now());
  const details = JSON.stringify(draft.details);
  const slip = slipOf(db);
  if (slip) {
    if (slip.payment) spoil(slip);
    slip.payment = { ...draft, key, details };
    return toPendingRow(slip, { ...draft, key });
  }
  const id = await insertRow(db, { ...draft, key, details });
  const { duplicate_of_kind: kind, result_code: result } = draft;
  const file = sqliteFileOf(db);
  if (file && kind !== null && (result === "A" || result === "P"))
    recentKindsOf(file).note(kind, id, draft.created_at);
  return { ...draft, key, id };
}

const insertRow = preparedInsert((db, row: Omit<Selectable<TransactionsTable>, "id">) =>
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

/** Writes the changes and gives back the row as it is then. */
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
  // Every value was just written as it stands in `changes`.
  return { ...row, ...changes } as TransactionRow;
}

/** Cents of the refunds that stand against a transaction. */
export async function sumRefunds(db: Db, originalId: number): Promise<number> {
  const [sum] = await selectRefunds(db, { originalId });
  return sum?.cents ?? 0;
}

/** The same for several transactions, by their numbers; one without refunds is not there. */
export async function sumRefundsOf(db: Db, originalIds: readonly number[]): Promise<Map<number, number>> {
  if (originalIds.length === 0) return new Map();
  const sums = await standingRefunds(db)
    .select((eb) => ["original_id", eb.fn.sum<number>("amount").as("cents")])
    .where("original_id", "in", originalIds)
    .groupBy("original_id")
    .execute();
  return new Map(
    sums.flatMap(({ original_id, cents }) => (original_id === null ? [] : [[original_id, cents]])),
  );
}

/** Refunds that count against their originals. */
export const standingRefunds = (db: Db) =>
  db
    .selectFrom("transactions")
    .where("connected", "=", 1)
    .where("result_code", "=", "A")
    .where("trantype_code", "in", ["C", "R", "H"])
    .where("status_code", "not in", ["V", "E", "R"]);

const selectRefunds = preparedQuery((db, { originalId }: { originalId: number }) =>
  standingRefunds(db)
    .select((eb) => eb.fn.sum<number | null>("amount").as("cents"))
    .where("original_id", "=", originalId),
);

type Page = { limit: number; offset: number };

/** Newest first over all transactions. */
export async function listTransactions(db: Db, page: Page) {
  const { rows, total } = await (isPostgres(db) ? skipToPage(db, page) : findPage(db, page));
  return { rows: rows.map(toRow), total };
}

/**
 * SQLite: row numbers have no gap, since a work that is undone gives its number back and no transaction is ever removed
 * alone. So a page is found by its numbers, and none is counted.
 */
async function findPage(db: Db, { limit, offset }: Page) {
  // Apart, since each is one look into the index while both in one query read all of it.
  const edge = (end: "min" | "max") =>
    db
      .selectFrom("transactions")
      .select((eb) => eb.fn<number | null>(end, ["id"]).as("id"))
      .executeTakeFirstOrThrow();
  const { id: first } = await edge("min");
  const { id: last } = await edge("max");
  if (first === null || last === null) return { rows: [], total: 0 };
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "<=", last - offset)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return { rows, total: last - first + 1 };
}

/** PostgreSQL: numbers of work that was undone are gone, so they are counted and skipped, in the index and not in the rows. */
async function skipToPage(db: Db, { limit, offset }: Page) {
  const { total } = await db
    .selectFrom("transactions")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", (eb) =>
      eb.selectFrom("transactions").select("id").orderBy("id", "desc").limit(limit).offset(offset),
    )
    .orderBy("id", "desc")
    .execute();
  return { rows, total };
}

/** Newest first within a batch. */
export async function listBatchTransactions(db: Db, batchId: number, page: Page) {
  const { rows, total } = await (isPostgres(db) ? skipInBatch : findInBatch)(db, batchId, page);
  return { rows: rows.map(toRow), total };
}

/** SQLite: ordinals have no gap, so a page far behind costs what the first one does. */
async function findInBatch(db: Db, batchId: number, { limit, offset }: Page) {
  const { total } = await db
    .selectFrom("transactions")
    .select(sql<number>`coalesce(max(ordinal), 0)`.as("total"))
    .where("batch_id", "=", batchId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("batch_id", "=", batchId)
    .where("ordinal", "<=", total - offset)
    .orderBy("ordinal", "desc")
    .limit(limit)
    .execute();
  return { rows, total };
}

/** PostgreSQL: ordinals only rise, so rows are counted and skipped, in the index and not in the rows. */
async function skipInBatch(db: Db, batchId: number, { limit, offset }: Page) {
  const ofBatch = db.selectFrom("transactions").where("batch_id", "=", batchId);
  const { total } = await ofBatch
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const page = ofBatch
    .select("id")
    .orderBy("ordinal", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", page)
    .orderBy("ordinal", "desc")
    .orderBy("id", "desc")
    .execute();
  return { rows, total };
}

export function toRow(row: Selectable<TransactionsTable>): TransactionRow {
  // The row is nobody else's, so it needs no copy.
  return Object.assign(row, { details: JSON.parse(row.details) as TransactionDetails });
}
