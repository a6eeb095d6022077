import { type BatchKind, type BatchSums, type KindSum, totalOf } from "./batch-sums.ts";
import { refundTrantypes } from "./gateway/codes.ts";
import type { TransactionDetail } from "./gateway/transaction.ts";
import { toCents } from "./money.ts";
import { isTrantypeCode } from "./transaction-words.ts";

/** Where a transaction counts in its batch. A void changes the type of the same record. */
export function kindOf({ trantype_code, trantype, status }: TransactionDetail): BatchKind {
  if (trantype_code === "V" || trantype_code === "Z" || /^void/i.test(status ?? "")) return "voids";
  if (trantype_code !== undefined && isTrantypeCode(trantype_code))
    return refundTrantypes.includes(trantype_code) ? "refunds" : "sales";
  if (/^void/i.test(trantype ?? "")) return "voids";
  return /refund|\(credit\)/i.test(trantype ?? "") ? "refunds" : "sales";
}

/** Cents that a transaction moves, never negative; undefined when the gateway tells none. */
export function amountOf({ amount, auth_amount }: TransactionDetail): number | undefined {
  const told = amount ?? auth_amount;
  const cents = told === undefined ? null : toCents(told);
  return cents === null ? undefined : Math.abs(cents);
}

/** What the transactions add up to, by the contract's rule; undefined when one of them tells no amount. */
export function sumTransactions(transactions: readonly TransactionDetail[]): BatchSums | undefined {
  const kinds: Record<BatchKind, KindSum> = { sales: none, refunds: none, voids: none };
  for (const transaction of transactions) {
    const cents = amountOf(transaction);
    if (cents === undefined) return undefined;
    const kind = kindOf(transaction);
    kinds[kind] = { cents: kinds[kind].cents + cents, count: kinds[kind].count + 1 };
  }
  return { ...kinds, total: totalOf(kinds) };
}

const none: KindSum = { cents: 0, count: 0 };
