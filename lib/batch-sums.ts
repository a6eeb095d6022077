import type { Batch } from "./gateway/batch.ts";
import { toCents } from "./money.ts";

/** What a batch holds of a kind. `cents` is never negative for a kind; a total may be. */
export type KindSum = { cents: number; count: number };
export type BatchKind = "sales" | "refunds" | "voids";
export type BatchSums = Record<BatchKind | "total", KindSum>;
/** The sums of what is in one currency: different currencies are never added. */
export type CurrencySums = BatchSums & { currency: string };

/** The gateway's sums of a batch, or undefined while it has not been asked for them. A kind it leaves out is not in the batch. */
export function readSums(batch: Batch): BatchSums | undefined {
  const kinds = {
    sales: readKind(batch.sales_amount, batch.sales_count),
    refunds: readKind(batch.refunds_amount, batch.refunds_count),
    voids: readKind(batch.voids_amount, batch.voids_count),
  };
  const told = batch.total_amount === undefined ? null : toCents(batch.total_amount);
  const anyKind = [batch.sales_amount, batch.refunds_amount, batch.voids_amount].some(Boolean);
  if (told === null && !anyKind) return undefined;
  const derived = totalOf(kinds);
  return { ...kinds, total: { cents: told ?? derived.cents, count: batch.total_count ?? derived.count } };
}

/** The total by the contract's rule: sales less refunds; voids are counted and not added. */
export function totalOf({ sales, refunds, voids }: Record<BatchKind, KindSum>): KindSum {
  return { cents: sales.cents - refunds.cents, count: sales.count + refunds.count + voids.count };
}

/** Sums of several batches together. */
export function addSums(list: readonly BatchSums[]): BatchSums {
  const add = (kind: keyof BatchSums) => ({
    cents: list.reduce((sum, sums) => sum + sums[kind].cents, 0),
    count: list.reduce((sum, sums) => sum + sums[kind].count, 0),
  });
  return { sales: add("sales"), refunds: add("refunds"), voids: add("voids"), total: add("total") };
}

function readKind(amount: string | undefined, count: number | undefined): KindSum {
  // Some gateways write refunds with a minus: the kind says that already.
  return { cents: Math.abs((amount !== undefined && toCents(amount)) || 0), count: count ?? 0 };
}
