import type { Batch } from "../gateway/schemas/batch.ts";
import { toCents } from "../money.ts";

/** What a batch holds of a kind. `cents` is never negative for a kind; a total may be. */
export type KindSum = { cents: number; count: number };
export type BatchKind = "sales" | "refunds" | "voids";
export type BatchSums = Record<BatchKind | "total", KindSum>;
/** The sums of what is in one currency: different currencies are never added. */
export type CurrencySums = BatchSums & { currency: string };

/**
 * What is known of a batch whose amounts are not all in the merchant's own currency. The gateway adds the plain numbers
 * of all currencies, so its totals are no money then. `unread`: its transactions have still to be read to know; `why`, a
 * sentence, where the gateway was asked for them and gave none.
 * `sums` is missing where the transactions can't be added up.
 */
export type OtherCurrencies =
  | { kind: "unread"; why?: string }
  | { kind: "several"; sums: CurrencySums[] | undefined };
/**
 * A batch as pages get it. Without `currencies`, everything in it is in the merchant's own, as far as is known.
 * `isCurrencyAssumed`: no other was ever seen, but not all transactions of this batch were read. Its totals are plain
 * numbers then, shown without the sign of a currency.
 */
export type ShownBatch = Batch & {
  currencies?: OtherCurrencies | undefined;
  isCurrencyAssumed?: true | undefined;
};

/** The currencies that a batch holds something in. */
export const heldCurrencies = (sums: readonly CurrencySums[]) => sums.filter(({ total }) => total.count > 0);

/** The gateway's sums of a batch in the merchant's own currency, or undefined while it has none such to show. */
export function readSums(batch: ShownBatch): BatchSums | undefined {
  return batch.currencies ? undefined : readPlainSums(batch);
}

/**
 * How many transactions a batch holds, and how many of them are voids: by currency where several were added up, since they are
 * read later than the gateway's totals and may hold more.
 */
export function countsIn(batch: ShownBatch): { all: number; voids: number } | undefined {
  const several = batch.currencies?.kind === "several" ? batch.currencies.sums : undefined;
  const plain = readPlainSums(batch);
  const sums = several ?? (plain ? [plain] : undefined);
  return (
    sums && {
      all: sums.reduce((count, { total }) => count + total.count, 0),
      voids: sums.reduce((count, { voids }) => count + voids.count, 0),
    }
  );
}

/** The gateway's sums as they came, of all currencies. A kind it leaves out is not in the batch. */
export function readPlainSums(batch: Batch): BatchSums | undefined {
  const kinds = {
    sales: readKind(batch.sales_amount, batch.sales_count),
    refunds: readKind(batch.refunds_amount, batch.refunds_count),
    voids: readKind(batch.voids_amount, batch.voids_count),
  };
  const reported = batch.total_amount === undefined ? null : toCents(batch.total_amount);
  const anyKind = [batch.sales_amount, batch.refunds_amount, batch.voids_amount].some(Boolean);
  if (reported === null && !anyKind) return undefined;
  const derived = totalOf(kinds);
  return { ...kinds, total: { cents: reported ?? derived.cents, count: batch.total_count ?? derived.count } };
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
  // Some gateways write refunds with a minus: the kind shows that already.
  return { cents: Math.abs((amount !== undefined && toCents(amount)) || 0), count: count ?? 0 };
}
