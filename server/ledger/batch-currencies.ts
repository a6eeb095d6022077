import type { OtherCurrencies, ShownBatch } from "#lib/batch-sums.ts";
import type { Batch } from "#lib/gateway/batch.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import { sumTransactions } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway/client.ts";
import { walkOfBatch } from "./batch-walk.ts";
import { sumKept } from "./kept-transactions.ts";
import { hasSeenOthers, noteCurrencies } from "./seen-currencies.ts";

/**
 * A batch with what its transactions say about its currencies, which its totals don't. A merchant of whom no other
 * currency was ever seen pays nothing for this; for one who takes several, transactions are read in the background.
 */
export async function withCurrencies(batch: Batch): Promise<ShownBatch> {
  if (!batch.key || !(await hasSeenOthers())) return batch;
  const currencies =
    batch.status === "closed" ? await ofClosed(batch.key) : await ofOpen({ ...batch, key: batch.key });
  return currencies ? { ...batch, currencies } : batch;
}

async function ofClosed(key: string): Promise<OtherCurrencies | undefined> {
  const walk = await walkOfBatch(key);
  if (!walk || walk.done_at === null) return { kind: "unread" };
  return (await hasSeenOthers(key)) ? { kind: "several", sums: await sumKept(key) } : undefined;
}

/** As many as the gateway gives at a time: a bigger open batch is not added up before it closes. */
const mostRead = 1000;

/** The open batch by its newest transactions, read again only when its totals have changed. */
async function ofOpen(batch: Batch & { key: string }): Promise<OtherCurrencies | undefined> {
  const name = `batch ${batch.key} currencies ${JSON.stringify(totalsOf(batch))}`;
  const kept = await db()
    .selectFrom("ledger_readings")
    .select("reading")
    .where("name", "=", name)
    .executeTakeFirst();
  // The store's own writing.
  if (kept) return (JSON.parse(kept.reading) as { currencies?: OtherCurrencies }).currencies;
  const page = await read("listBatchTransactions", {
    segments: { batch_key: batch.key },
    query: { limit: mostRead, offset: 0 },
    lane: "background",
  });
  if (page.kind !== "answered") return { kind: "unread" };
  const { data, total = data.length } = page.value;
  await noteCurrencies(data, batch.key);
  const isSeen = data.some(({ currency }) => !isOwnCurrency(currency)) || (await hasSeenOthers(batch.key));
  const sums = total > data.length ? undefined : sumTransactions(data);
  const currencies: OtherCurrencies | undefined = isSeen ? { kind: "several", sums } : undefined;
  await db()
    .insertInto("ledger_readings")
    .values({ name, reading: JSON.stringify({ currencies }), read_at: Date.now() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return currencies;
}

function totalsOf(batch: Batch) {
  const { total_amount, total_count, sales_count, refunds_count, voids_count } = batch;
  return [total_amount, total_count, sales_count, refunds_count, voids_count];
}
