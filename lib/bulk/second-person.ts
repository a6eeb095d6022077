import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { type BulkTotal, countChanging, countWhole, hasNewCredits, sumOfTotals } from "./bulk-totals.ts";

/** Why another person than the one who prepared a file has to release it, in a sentence; undefined when that isn't required. */
export function secondPersonReason({
  totals,
  limitCents,
  releasedAloneCents = 0,
  unreadPayments = 0,
}: {
  totals: readonly BulkTotal[];
  /** What one person may release alone in a day. */
  limitCents: number;
  /** What the person released alone today already. */
  releasedAloneCents?: number;
  /** Rows that give back or change a payment that this console hasn't read: what they move can't be checked. */
  unreadPayments?: number;
}): string | undefined {
  const { cents } = sumOfTotals(totals);
  const limit = `${formatMoney(limitCents)}, what one person may release in a day`;
  const whole = countWhole(totals);
  if (whole > 0)
    return `${countOf(whole, "row")} ${whole === 1 ? "has" : "have"} no amount, so the total isn't known.`;
  const changing = countChanging(totals);
  if (changing > 0)
    return `${countOf(changing, "row")} ${changing === 1 ? "changes an earlier payment" : "change earlier payments"}: what that moves depends on the payment.`;
  if (hasNewCredits(totals)) return "Some rows pay money out as a new credit.";
  if (unreadPayments > 0)
    return `${countOf(unreadPayments, "row")} ${unreadPayments === 1 ? "acts on a payment" : "act on payments"} that this console hasn't read.`;
  if (cents > limitCents) return `It moves ${formatMoney(cents)}, more than ${limit}.`;
  if (cents + releasedAloneCents > limitCents)
    return `With the ${formatMoney(releasedAloneCents)} already released today it moves more than ${limit}.`;
  return undefined;
}
