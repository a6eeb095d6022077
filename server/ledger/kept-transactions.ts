import type { CurrencySums } from "#lib/batch-sums.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { addByCurrency, amountOf, kindOf } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { noteCurrencies } from "./seen-currencies.ts";

/** The ledger's rows of transactions. `store` may be a transaction of the caller's. */
type Store = Pick<ReturnType<typeof db>, "insertInto" | "selectFrom">;

/** Keeps a page of a closed batch. `ordinal` is the place of its first item, the newest; the others follow down. */
export async function keepPage(
  store: Store,
  batchKey: string,
  ordinal: number,
  page: readonly TransactionDetail[],
  now: number,
): Promise<void> {
  const rows = page.flatMap((transaction, place) =>
    transaction.key
      ? [{ ...toRow(transaction, now), key: transaction.key, batch_key: batchKey, ordinal: ordinal - place }]
      : [],
  );
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await store
      .insertInto("ledger_transactions")
      .values(rows.slice(start, start + rowsAtOnce).map((row) => ({ ...row, whole: 0 as const })))
      // One that was read by itself holds at least as much: only its place is new.
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({
          batch_key: eb.ref("excluded.batch_key"),
          ordinal: eb.ref("excluded.ordinal"),
        })),
      )
      .execute();
  await noteCurrencies(page, batchKey, store);
}

const rowsAtOnce = 200;

/** Keeps a transaction that was read by itself and will not change. */
export async function keepTransaction(transaction: TransactionDetail, now: number): Promise<void> {
  if (!transaction.key) return;
  const row = { ...toRow(transaction, now), whole: 1 as const };
  await db()
    .insertInto("ledger_transactions")
    .values({ ...row, key: transaction.key, batch_key: transaction.batch?.key ?? null, ordinal: null })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/** A kept transaction by key or reference number, if it was read by itself. */
export async function findKept(
  keyOrRefnum: string,
): Promise<{ key: string; transaction: TransactionDetail; readAt: number } | undefined> {
  const row = await db()
    .selectFrom("ledger_transactions")
    .select(["key", "detail", "read_at"])
    .where((eb) => eb.or([eb("key", "=", keyOrRefnum), eb("refnum", "=", keyOrRefnum)]))
    .where("whole", "=", 1)
    .executeTakeFirst();
  return row && { key: row.key, transaction: JSON.parse(row.detail), readAt: row.read_at };
}

/** A page of a batch as kept, newest first. */
export async function listKept(
  batchKey: string,
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<TransactionDetail[]> {
  const rows = await db()
    .selectFrom("ledger_transactions")
    .select("detail")
    .where("batch_key", "=", batchKey)
    .where("ordinal", "<=", total - offset)
    .orderBy("ordinal", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail));
}

/** What the kept transactions of a batch add up to, by currency; undefined when one of them reports no amount. */
export async function sumKept(batchKey: string): Promise<CurrencySums[] | undefined> {
  const rows = await db()
    .selectFrom("ledger_transactions")
    .select((eb) => [
      "kind",
      "currency",
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("cents").as("told"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("batch_key", "=", batchKey)
    .where("ordinal", "is not", null)
    .groupBy(["kind", "currency"])
    .execute();
  if (rows.some(({ count, told }) => count !== told)) return undefined;
  return addByCurrency(
    rows.map(({ kind, currency, count, cents }) => ({
      kind,
      currency: currency ?? undefined,
      count,
      cents: cents ?? 0,
    })),
  );
}

function toRow(transaction: TransactionDetail, now: number) {
  return {
    refnum: transaction.refnum ?? null,
    kind: kindOf(transaction),
    cents: amountOf(transaction) ?? null,
    currency: transaction.currency ?? null,
    detail: JSON.stringify(transaction),
    read_at: now,
  };
}
