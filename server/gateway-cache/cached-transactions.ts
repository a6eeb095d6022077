import { sql } from "kysely";
import type { CurrencySums } from "#lib/batches/batch-sums.ts";
import { addByCurrency, amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { phaseOf, tenderOf } from "#lib/payments/transaction-labels.ts";
import { indexReadings } from "#server/books/index/index-readings.ts";
import { db } from "#server/db/db.ts";
import { findVoidable } from "#server/payments/attempts/payment-queries.ts";
import { withoutOldCustomer } from "#server/retention/old-customers.ts";
import { noteCurrencies } from "./seen-currencies.ts";

/** The cached transactions. `store` may be the caller's transaction. */
type Store = ReturnType<typeof db>;

/** Keeps a page of a closed batch. `ordinal` is the place of its first item, the newest; the others follow down. */
export async function cachePage(
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
      .insertInto("cached_transactions")
      .values(rows.slice(start, start + rowsAtOnce).map((row) => ({ ...row, whole: 0 as const })))
      // One that was read singly is at least as complete: only its place is new.
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({
          ...unlessWhole,
          batch_key: eb.ref("excluded.batch_key"),
          ordinal: eb.ref("excluded.ordinal"),
        })),
      )
      .execute();
  await noteCurrencies(page, batchKey, store);
  await indexReadings(store, page, { source: "batch", readAt: now, batchKey });
}

const rowsAtOnce = 200;

const newer = (column: string) =>
  sql<never>`case when cached_transactions.whole = 1 or cached_transactions.read_at > excluded.read_at then ${sql.ref(`cached_transactions.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;
const unlessWhole = Object.fromEntries(
  ["refnum", "kind", "cents", "currency", "orderid", "invoice", "detail", "read_at"].map((column) => [
    column,
    newer(column),
  ]),
);

/**
 * Records what transactions read for another purpose also show: other currencies; refunds (they reduce what is left of the
 * payment they name); voids (they free the rest of an order); checks held for review (their answer says approved); and
 * corrections of a void that is known or may be read later. `listKey` is the batch whose page it is.
 * `askedAt` (epoch ms) is when the gateway was asked: an answer that arrives after that of a later request changes nothing.
 */
export async function noteRead(
  transactions: readonly TransactionDetail[],
  { listKey, askedAt }: { listKey?: string | undefined; askedAt: number },
): Promise<void> {
  await noteCurrencies(transactions, listKey);
  const source = listKey === undefined ? "reading" : "batch";
  await indexReadings(db(), transactions, { source, readAt: askedAt, batchKey: listKey });
  const known = await findStateKnown(transactions.flatMap(({ key }) => key ?? []));
  const rows = transactions.flatMap((one) =>
    one.key && (["refunds", "voids"].includes(kindOf(one)) || isHeldCheck(one) || known.has(one.key))
      ? [
          {
            ...toRow(one, askedAt),
            key: one.key,
            batch_key: one.batch?.key ?? null,
            ordinal: null,
            whole: 0 as const,
          },
        ]
      : [],
  );
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db()
      .insertInto("cached_transactions")
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.column("key").doUpdateSet(unlessWhole))
      .execute();
}

const isHeldCheck = (one: TransactionDetail) => tenderOf(one) === "check" && phaseOf(one) === "held";

/** Which of these a void, a hold or another state is known of, so that a reading that shows them otherwise has to be kept. */
async function findStateKnown(keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < keys.length; start += rowsAtOnce) {
    const some = keys.slice(start, start + rowsAtOnce);
    const read = await db()
      .selectFrom("cached_transactions")
      .select("key")
      .where("key", "in", some)
      .where("whole", "=", 0)
      .where("ordinal", "is", null)
      .execute();
    const reported = await db()
      .selectFrom("webhook_events")
      .select("transaction_key as key")
      .where("transaction_key", "in", some)
      .where("event_type", "=", "transaction.sale.voided")
      .execute();
    for (const { key } of [...read, ...reported]) if (key !== null) known.add(key);
    for (const key of await findVoidable(db(), some)) known.add(key);
  }
  return known;
}

/** Caches a transaction that was read singly, at `askedAt` (epoch ms), and will not change. */
export async function cacheTransaction(transaction: TransactionDetail, askedAt: number): Promise<void> {
  if (!transaction.key) return;
  const row = { ...toRow(transaction, askedAt), whole: 1 as const };
  await db()
    .insertInto("cached_transactions")
    .values({ ...row, key: transaction.key, batch_key: transaction.batch?.key ?? null, ordinal: null })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/** A cached transaction by key or reference number, if it was read singly. */
export async function findCached(
  keyOrRefnum: string,
): Promise<{ key: string; transaction: TransactionDetail; readAt: number } | undefined> {
  const row = await db()
    .selectFrom("cached_transactions")
    .select(["key", "detail", "read_at"])
    .where((eb) => eb.or([eb("key", "=", keyOrRefnum), eb("refnum", "=", keyOrRefnum)]))
    .where("whole", "=", 1)
    .executeTakeFirst();
  return row && { key: row.key, transaction: JSON.parse(row.detail), readAt: row.read_at };
}

/** A cached page of a batch, newest first. */
export async function listCached(
  batchKey: string,
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<TransactionDetail[]> {
  const rows = await db()
    .selectFrom("cached_transactions")
    .select("detail")
    .where("batch_key", "=", batchKey)
    .where("ordinal", "<=", total - offset)
    .orderBy("ordinal", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail));
}

/** The sums of the cached transactions of a batch, by currency; undefined when one of them reports no amount. */
export async function sumCached(batchKey: string): Promise<CurrencySums[] | undefined> {
  const rows = await db()
    .selectFrom("cached_transactions")
    .select((eb) => [
      "kind",
      "currency",
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("cents").as("named"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("batch_key", "=", batchKey)
    .where("ordinal", "is not", null)
    .groupBy(["kind", "currency"])
    .execute();
  if (rows.some(({ count, named }) => count !== named)) return undefined;
  return addByCurrency(
    rows.map(({ kind, currency, count, cents }) => ({
      kind,
      currency: currency ?? undefined,
      count,
      cents: cents ?? 0,
    })),
  );
}

function toRow(read: TransactionDetail, now: number) {
  const transaction = withoutOldCustomer(read, now);
  return {
    refnum: transaction.refnum ?? null,
    kind: kindOf(transaction),
    cents: amountOf(transaction) ?? null,
    currency: transaction.currency ?? null,
    orderid: transaction.orderid || null,
    invoice: transaction.invoice || null,
    detail: JSON.stringify(transaction),
    read_at: now,
  };
}
