import type { OtherCurrencies, ShownBatch } from "#lib/batches/batch-sums.ts";
import { sumTransactions } from "#lib/batches/transaction-sums.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway-client/client.ts";
import { syncOfBatch } from "./batch-sync.ts";
import { noteRead, sumCached } from "./cached-transactions.ts";
import { hasSeenOthers } from "./seen-currencies.ts";
import { findSync } from "./sync.ts";
import { toRead } from "./to-read.ts";

/**
 * A batch with the currencies of its transactions, which its totals don't show. A merchant of whom no other
 * currency was ever seen pays nothing for this; for one who takes several, transactions are read in the background.
 */
export async function withCurrencies(batch: Batch): Promise<ShownBatch> {
  if (!batch.key) return batch;
  if (!(await hasSeenOthers())) {
    // What is still open can't be read for good: what was read of others shows whether one currency is taken.
    const isKnown = batch.status === "closed" ? isReadInFull(batch.key) : isAnyReadInFull();
    return (await isKnown) ? batch : { ...batch, isCurrencyAssumed: true };
  }
  const currencies =
    batch.status === "closed" ? await ofClosed(batch.key) : await ofOpen({ ...batch, key: batch.key });
  return currencies ? { ...batch, currencies } : batch;
}

/** Only of a closed batch is that known for good. */
async function isReadInFull(key: string): Promise<boolean> {
  const sync = await findSync(key);
  return sync !== undefined && sync.done_at !== null;
}

async function isAnyReadInFull(): Promise<boolean> {
  const sync = await db()
    .selectFrom("batch_syncs")
    .select("list_key")
    .where("kind", "=", "batch")
    .where("done_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return sync !== undefined;
}

async function ofClosed(key: string): Promise<OtherCurrencies | undefined> {
  const sync = await syncOfBatch(key);
  if (!sync || sync.done_at === null) return { kind: "unread" };
  return (await hasSeenOthers(key)) ? { kind: "several", sums: await sumCached(key) } : undefined;
}

/** The largest page of the gateway: a larger open batch is not added up before it closes. */
const maxRead = 1000;

/** The open batch by its newest transactions, read again only when its totals have changed. */
async function ofOpen(batch: Batch & { key: string }): Promise<OtherCurrencies | undefined> {
  const name = `batch ${batch.key} currencies ${JSON.stringify(totalsOf(batch))}`;
  const kept = await db()
    .selectFrom("cached_readings")
    .select("reading")
    .where("name", "=", name)
    .executeTakeFirst();
  // The store's own writing.
  if (kept) return (JSON.parse(kept.reading) as { currencies?: OtherCurrencies }).currencies;
  const page = await read("listBatchTransactions", {
    segments: { batch_key: batch.key },
    query: { limit: maxRead, offset: 0 },
    priority: "background",
  });
  if (page.kind !== "answered") {
    const failed = toRead(page, "The gateway no longer lists its payments.");
    return { kind: "unread", ...(failed.kind !== "found" && { why: failed.message }) };
  }
  const { data, total = data.length } = page.value;
  await noteRead(data, { listKey: batch.key, askedAt: page.askedAt });
  const isSeen = data.some(({ currency }) => !isOwnCurrency(currency)) || (await hasSeenOthers(batch.key));
  const sums = total > data.length ? undefined : sumTransactions(data);
  const currencies: OtherCurrencies | undefined = isSeen ? { kind: "several", sums } : undefined;
  await db()
    .insertInto("cached_readings")
    .values({ name, reading: JSON.stringify({ currencies }), read_at: Date.now() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return currencies;
}

function totalsOf(batch: Batch) {
  const { total_amount, total_count, sales_count, refunds_count, voids_count } = batch;
  return [total_amount, total_count, sales_count, refunds_count, voids_count];
}
