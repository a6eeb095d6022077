import { refundTrantypes } from "../gateway/codes.ts";
import { byOwnFirst, currencyOf, ownCurrency } from "../gateway/currencies.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents } from "../money.ts";
import { isTrantypeCode } from "../payments/transaction-labels.ts";
import { type BatchKind, type CurrencySums, type KindSum, totalOf } from "./batch-sums.ts";

/** Where a transaction counts in its batch. A void changes the type of the same record. */
export function kindOf({ trantype_code, trantype, status }: TransactionDetail): BatchKind {
  if (trantype_code === "V" || trantype_code === "Z" || /^void/i.test(status ?? "")) return "voids";
  if (trantype_code !== undefined && isTrantypeCode(trantype_code))
    return refundTrantypes.includes(trantype_code) ? "refunds" : "sales";
  if (/^void/i.test(trantype ?? "")) return "voids";
  return /refund|\(credit\)/i.test(trantype ?? "") ? "refunds" : "sales";
}

/** Cents that a transaction moves, never negative; undefined when the gateway reports none in whole cents. */
export function amountOf({ amount, auth_amount }: TransactionDetail): number | undefined {
  const reported = amount ?? auth_amount;
  const cents = reported === undefined ? null : toCents(reported);
  return cents === null ? undefined : Math.abs(cents);
}

/**
 * What transactions add up to by the contract's rule, one for each currency, the merchant's own first and always there,
 * the others by their letters.
 * Undefined when one of them reports no amount.
 */
export function sumTransactions(transactions: readonly TransactionDetail[]): CurrencySums[] | undefined {
  const entries: SumEntry[] = [];
  for (const transaction of transactions) {
    const cents = amountOf(transaction);
    if (cents === undefined) return undefined;
    entries.push({ currency: transaction.currency, kind: kindOf(transaction), cents, count: 1 });
  }
  return addByCurrency(entries);
}

/** Sums of several batches together, one for each currency. */
export const addCurrencySums = (lists: readonly (readonly CurrencySums[])[]): CurrencySums[] =>
  addByCurrency(
    lists.flat().flatMap(({ currency, sales, refunds, voids }) => [
      { currency, kind: "sales", ...sales },
      { currency, kind: "refunds", ...refunds },
      { currency, kind: "voids", ...voids },
    ]),
  );

/** `cents` are hundredths of a unit, never negative. */
export type SumEntry = KindSum & { currency: string | undefined; kind: BatchKind };

export function addByCurrency(entries: readonly SumEntry[]): CurrencySums[] {
  const byCurrency = new Map<string, Record<BatchKind, KindSum>>([[ownCurrency, noKinds]]);
  for (const { currency, kind, cents, count } of entries) {
    const { code } = currencyOf(currency);
    const kinds = byCurrency.get(code) ?? noKinds;
    const sum = { cents: kinds[kind].cents + cents, count: kinds[kind].count + count };
    byCurrency.set(code, { ...kinds, [kind]: sum });
  }
  return [...byCurrency]
    .sort(([one], [other]) => byOwnFirst(one, other))
    .map(([currency, kinds]) => ({ currency, ...kinds, total: totalOf(kinds) }));
}

const none: KindSum = { cents: 0, count: 0 };
const noKinds: Record<BatchKind, KindSum> = { sales: none, refunds: none, voids: none };
