import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { countWithoutAmount, hasNewCredits } from "./approval.ts";
import { type BulkTotal, sumOfTotals } from "./bulk-totals.ts";

/** Why another person than the one who prepared a file has to release it, in a sentence; undefined when nobody has to. */
export function secondPersonReason({
  totals,
  limitCents,
  releasedAloneCents = 0,
  namesUnknownPayments = false,
}: {
  totals: readonly BulkTotal[];
  /** What one person may release alone in a day. */
  limitCents: number;
  /** What the person released alone today already. */
  releasedAloneCents?: number;
  /** A row gives back or changes a payment that this console hasn't read: what it moves can't be checked. */
  namesUnknownPayments?: boolean;
}): string | undefined {
  const { cents } = sumOfTotals(totals);
  const limit = `${formatMoney(limitCents)}, what one person may release in a day`;
  const open = countWithoutAmount(totals);
  if (open > 0)
    return `${countOf(open, "row")} ${open === 1 ? "has" : "have"} no amount, so the total isn't known.`;
  if (hasNewCredits(totals)) return "Some rows pay money out as a new credit.";
  if (namesUnknownPayments) return "Some rows act on payments that this console hasn't read.";
  if (cents > limitCents) return `It moves ${formatMoney(cents)}, more than ${limit}.`;
  if (cents + releasedAloneCents > limitCents)
    return `With the ${formatMoney(releasedAloneCents)} already released today it moves more than ${limit}.`;
  return undefined;
}
