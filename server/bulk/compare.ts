import type { BatchTotal, MoneySums } from "#lib/bulk/bulk-results.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { amountOf, kindOf } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { syncOfBatch } from "#server/gateway-cache/batch-sync.ts";
import { addKind, movedBy, noMoney, sumByBatch } from "#server/gateway-cache/cached-results.ts";
import { read } from "#server/gateway-client/client.ts";
import { log } from "#server/log.ts";

/**
 * Compares what a group put into each batch with what the batch itself holds: the group's transactions are looked up in
 * the batch's list, in the gateway cache once it is closed and at the gateway while it is open.
 */
export async function readBatchTotals(
  groupKey: string,
): Promise<{ batches: BatchTotal[]; isComparing: boolean }> {
  const [said, rows] = await Promise.all([
    sumByBatch(groupKey),
    db().selectFrom("bulk_comparisons").selectAll().where("group_key", "=", groupKey).execute(),
  ]);
  const byBatch = new Map(rows.map((row) => [row.batch_key, row]));
  const batches = said.map((total): BatchTotal => {
    const row = byBatch.get(total.batchKey ?? "");
    const { count, sales_cents: salesCents, refunds_cents: refundsCents, compared_at: readAt } = row ?? {};
    const held =
      count === undefined || salesCents === undefined || refundsCents === undefined || readAt === undefined
        ? undefined
        : { count, salesCents, refundsCents, readAt };
    return { ...total, held };
  });
  const due = batches.flatMap(({ batchKey }) => {
    const row = byBatch.get(batchKey ?? "");
    const isGood = row && (row.closed === 1 || Date.now() - row.compared_at < goodForMs);
    return batchKey && !isGood ? [batchKey] : [];
  });
  if (due.length > 0) begin(groupKey, due);
  return { batches, isComparing: batches.some(({ batchKey, held }) => batchKey && !held) };
}

/** How long a reading of an open batch is valid while somebody watches. */
const goodForMs = 60_000;
/** Of a longer open batch the comparison waits until it is closed. */
const mostPages = 20;
const pageSize = 1000;

/** Comparisons in progress in this process. */
const running = new Set<string>();

function begin(groupKey: string, batchKeys: readonly string[]): void {
  if (running.has(groupKey)) return;
  running.add(groupKey);
  void compare(groupKey, batchKeys)
    .catch((error: unknown) => log.error({ err: error, group: groupKey }, "a bulk comparison broke off"))
    .finally(() => running.delete(groupKey));
}

async function compare(groupKey: string, batchKeys: readonly string[]): Promise<void> {
  for (const batchKey of batchKeys) {
    const walk = await syncOfBatch(batchKey);
    // A closed batch is being read into the gateway cache, and compared once it is there.
    if (walk && walk.done_at === null) continue;
    const compared_at = Date.now();
    const held = walk ? await sumInLedger(groupKey, batchKey) : await sumAtGateway(groupKey, batchKey);
    if (!held) continue;
    const row = {
      compared_at,
      closed: walk ? (1 as const) : (0 as const),
      count: held.count,
      sales_cents: held.salesCents,
      refunds_cents: held.refundsCents,
    };
    await db()
      .insertInto("bulk_comparisons")
      .values({ group_key: groupKey, batch_key: batchKey, ...row })
      .onConflict((conflict) => conflict.columns(["group_key", "batch_key"]).doUpdateSet(row))
      .execute();
  }
}

async function sumInLedger(groupKey: string, batchKey: string): Promise<MoneySums> {
  const rows = await db()
    .selectFrom("cached_transactions")
    .innerJoin(movedBy(groupKey).as("moved"), "moved.key", "cached_transactions.key")
    .select((eb) => [
      "cached_transactions.kind",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("cached_transactions.cents").as("cents"),
    ])
    .where("cached_transactions.batch_key", "=", batchKey)
    .where("cached_transactions.ordinal", "is not", null)
    .groupBy("cached_transactions.kind")
    .execute();
  return rows.reduce(addKind, noMoney);
}

/** Undefined when the batch could not be read whole. */
async function sumAtGateway(groupKey: string, batchKey: string): Promise<MoneySums | undefined> {
  // While the batch grows a transaction may be on two pages.
  const seen = new Set<string>();
  let sums = noMoney;
  for (let offset = 0, pages = 0; pages < mostPages; pages += 1) {
    const outcome = await read("listBatchTransactions", {
      segments: { batch_key: batchKey },
      query: { limit: pageSize, offset },
      priority: "background",
      waitMs: 20_000,
    });
    if (outcome.kind !== "answered") return undefined;
    const { data, total } = outcome.value;
    const own = await keysOf(groupKey, data);
    for (const transaction of data) {
      const key = transaction.key ?? "";
      if (!own.has(key) || seen.has(key)) continue;
      seen.add(key);
      sums = addKind(sums, {
        kind: kindOf(transaction),
        count: 1,
        cents: amountOf(transaction) ?? null,
      });
    }
    offset += data.length;
    if (data.length === 0 || offset >= (total ?? Number.POSITIVE_INFINITY)) return sums;
  }
  return undefined;
}

/** Which of these transactions are the group's own. */
async function keysOf(groupKey: string, page: readonly TransactionDetail[]): Promise<Set<string>> {
  const keys = page.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return new Set();
  const rows = await db()
    .selectFrom(movedBy(groupKey).as("moved"))
    .select("key")
    .where("key", "in", keys)
    .execute();
  return new Set(rows.map(({ key }) => key));
}
