import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";

/** Records which other currencies occur in which batches, from every transaction that is read. */
export async function noteCurrencies(
  transactions: readonly TransactionDetail[],
  listKey?: string,
  store: Pick<ReturnType<typeof db>, "insertInto"> = db(),
): Promise<void> {
  const batchKey = listKey === "current" ? undefined : listKey;
  const seen = new Map<string, { batch_key: string; currency: string }>();
  for (const { batch, currency } of transactions) {
    const key = batchKey ?? batch?.key;
    if (key && currency && !isOwnCurrency(currency))
      seen.set(`${key} ${currency}`, { batch_key: key, currency });
  }
  if (seen.size === 0) return;
  await store
    .insertInto("cached_currencies")
    .values([...seen.values()])
    .onConflict((conflict) => conflict.columns(["batch_key", "currency"]).doNothing())
    .execute();
}

/** Whether another currency was ever seen, in this batch or in any. */
export async function hasSeenOthers(batchKey?: string): Promise<boolean> {
  const row = await db()
    .selectFrom("cached_currencies")
    .select("batch_key")
    .$if(batchKey !== undefined, (query) => query.where("batch_key", "=", batchKey ?? ""))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
