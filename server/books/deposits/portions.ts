import type { Selectable } from "kysely";
import { batchNumber } from "#lib/batches/batch-name.ts";
import { addUpParts } from "#lib/deposits/add-up.ts";
import type { ShownPortion } from "#lib/deposits/deposits-view.ts";
import { type Portion, portionId } from "#lib/deposits/portion.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { dayIn, readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import type { DepositPortionsTable } from "#server/db/tables/books/deposit-portions.ts";
import { env } from "#server/env.ts";
import { readProgress } from "../index/history-progress.ts";

/**
 * Adds up each closed batch whose transactions are all in the gateway cache, once. A closed batch never changes, so that
 * two processes that do it at the same time write the same. Returns how many batches were added up.
 */
export async function addUpBatches(most = 50): Promise<number> {
  const batches = await db()
    .selectFrom("batch_syncs")
    .leftJoin("cached_batches", "cached_batches.key", "batch_syncs.list_key")
    .leftJoin("history_batches", "history_batches.batch_key", "batch_syncs.list_key")
    .leftJoin("deposit_portions", "deposit_portions.batch_key", "batch_syncs.list_key")
    .select([
      "batch_syncs.list_key as key",
      "cached_batches.batch",
      "history_batches.sequence",
      "history_batches.closed_at",
    ])
    .where("batch_syncs.kind", "=", "batch")
    .where("batch_syncs.done_at", "is not", null)
    .where("deposit_portions.id", "is", null)
    .limit(most)
    .execute();
  for (const row of batches) await addUpBatch(row);
  return batches.length;
}

async function addUpBatch(row: {
  key: string;
  batch: string | null;
  sequence: string | null;
  closed_at: number | null;
}): Promise<void> {
  const { key } = row;
  const transactions: TransactionDetail[] = [];
  for await (const { detail } of cachedOf(key)) transactions.push(JSON.parse(detail)); // the gateway's object
  const { gatewayTimeZone } = env();
  const batch: Batch = JSON.parse(row.batch ?? "{}"); // the gateway's object
  const closedAt = readMoment(gatewayTimeZone, batch.closed) ?? row.closed_at ?? 0;
  const rows = addUpParts(transactions).map((sums) => ({
    id: portionId({ ...sums, batchKey: key }),
    batch_key: key,
    batch_name: batchNumber({ sequence: row.sequence ?? undefined, ...batch, key }),
    part: sums.part,
    currency: sums.currency,
    cents: sums.cents,
    sales_cents: sums.salesCents,
    sales_count: sums.salesCount,
    count: sums.count,
    closed_day: dayIn(gatewayTimeZone, closedAt),
    closed_at: closedAt,
  }));
  await db()
    .insertInto("deposit_portions")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** The cached transactions of a batch, in pages, so that a large one isn't in memory as text twice. */
async function* cachedOf(key: string): AsyncGenerator<{ detail: string }> {
  for (let last = 0; ; ) {
    const rows = await db()
      .selectFrom("cached_transactions")
      .select(["detail", "ordinal"])
      .where("batch_key", "=", key)
      .where("ordinal", ">", last)
      .orderBy("ordinal")
      .limit(PAGE)
      .execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.ordinal ?? last;
  }
}

const PAGE = 1000;

/** How many closed batches have transactions that are still being read. */
export async function countUnread(): Promise<number> {
  const { count } = await db()
    .selectFrom("batch_syncs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("kind", "=", "batch")
    .where("done_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the list of earlier batches is read to its end, or nobody asked for them. */
export async function isHistoryListed(): Promise<boolean> {
  const progress = await readProgress();
  return env().historyDays === 0 || (progress.listed_at !== null && progress.next_offset === null);
}

/** The portions of batches that closed on these days and that no match claims. */
export async function listUnclaimed(fromDay: string): Promise<Portion[]> {
  const rows = await db()
    .selectFrom("deposit_portions")
    .leftJoin("deposit_claims", "deposit_claims.portion_id", "deposit_portions.id")
    .selectAll("deposit_portions")
    .where("deposit_claims.portion_id", "is", null)
    .where("deposit_portions.closed_day", ">=", fromDay)
    .where((eb) => eb.or([eb("deposit_portions.cents", "!=", 0), eb("deposit_portions.count", ">", 0)]))
    .orderBy("deposit_portions.closed_at")
    .orderBy("deposit_portions.id")
    .execute();
  return rows.map(toPortion);
}

/** The sums of those that closed before this day, by currency, without cash. */
export async function sumUnclaimedBefore(
  day: string,
): Promise<{ currency: string; cents: number; count: number }[]> {
  const rows = await db()
    .selectFrom("deposit_portions")
    .leftJoin("deposit_claims", "deposit_claims.portion_id", "deposit_portions.id")
    .select((eb) => [
      "deposit_portions.currency",
      eb.fn.countAll<number>().as("count"),
      // As a float, exact up to 2^53 cents: a sum of integers beyond it is an error in SQLite.
      eb.fn.sum<number>(eb.cast("deposit_portions.cents", "double precision")).as("cents"),
    ])
    .where("deposit_claims.portion_id", "is", null)
    .where("deposit_portions.closed_day", "<", day)
    .where("deposit_portions.part", "!=", "cash")
    .where("deposit_portions.count", ">", 0)
    .groupBy("deposit_portions.currency")
    .orderBy("deposit_portions.currency")
    .execute();
  return rows.map(({ currency, cents, count }) => ({ currency, cents: Number(cents), count: Number(count) }));
}

export async function findPortions(ids: readonly string[]): Promise<Map<string, ShownPortion>> {
  const found = new Map<string, ShownPortion>();
  for (let start = 0; start < ids.length; start += PAGE) {
    const rows = await db()
      .selectFrom("deposit_portions")
      .selectAll()
      .where("id", "in", ids.slice(start, start + PAGE))
      .execute();
    for (const row of rows) found.set(row.id, toPortion(row));
  }
  return found;
}

export function toPortion(row: Selectable<DepositPortionsTable>): ShownPortion {
  return {
    id: row.id,
    batchKey: row.batch_key,
    batchName: row.batch_name,
    part: row.part,
    currency: row.currency,
    cents: row.cents,
    salesCents: row.sales_cents,
    salesCount: row.sales_count,
    count: row.count,
    closedDay: row.closed_day,
    closedAt: row.closed_at,
  };
}
