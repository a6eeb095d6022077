import { amountOf, kindOf } from "../batches/transaction-sums.ts";
import { currencyOf, ownCurrency } from "../gateway/currencies.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import type { Phase } from "../gateway/transaction-phase.ts";
import { phaseOf, tenderOf } from "../payments/transaction-labels.ts";
import type { Portion, PortionPart } from "./portion.ts";

export type PartSums = Pick<Portion, "part" | "currency" | "cents" | "salesCents" | "salesCount" | "count">;

/**
 * What transactions of a closed batch bring to the bank, by part and currency: sales less refunds. What was voided,
 * declined or only authorized brings nothing. A returned check counts: the bank takes it back by a line of its own. The
 * cards in the merchant's own currency are always there.
 */
export function addUpParts(transactions: Iterable<TransactionDetail>): PartSums[] {
  const parts = new Map<string, PartSums>();
  const partFor = (part: PortionPart, currency: string) => {
    const id = `${part} ${currency}`;
    const known = parts.get(id) ?? { part, currency, cents: 0, salesCents: 0, salesCount: 0, count: 0 };
    parts.set(id, known);
    return known;
  };
  partFor("cards", ownCurrency);
  for (const transaction of transactions) {
    const kind = kindOf(transaction);
    if (kind === "voids" || unpaid.includes(phaseOf(transaction))) continue;
    const cents = amountOf(transaction) ?? 0;
    const sums = partFor(partOf(transaction), currencyOf(transaction.currency).code);
    sums.count += 1;
    sums.cents += kind === "refunds" ? -cents : cents;
    if (kind !== "sales") continue;
    sums.salesCents += cents;
    sums.salesCount += 1;
  }
  return [...parts.values()];
}

const unpaid: readonly Phase[] = ["declined", "error", "verification", "authorized", "voided", "released"];

function partOf(transaction: TransactionDetail): PortionPart {
  const tender = tenderOf(transaction);
  if (tender === "check") return "checks";
  if (tender === "cash") return "cash";
  return transaction.creditcard?.type === "A" ? "amex" : "cards";
}
