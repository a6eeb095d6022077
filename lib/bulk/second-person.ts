import { t } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { type BulkTotal, countChanging, countWhole, hasNewCredits, sumOfTotals } from "./bulk-totals.ts";

/** Why another person than the one who prepared a file has to approve it, in a sentence; undefined when that isn't required. */
export function secondPersonReason({
  totals,
  limitCents,
  approvedAloneCents = 0,
  unreadPayments = 0,
}: {
  totals: readonly BulkTotal[];
  /** What one person may approve alone in a day. */
  limitCents: number;
  /** What the person approved alone today already. */
  approvedAloneCents?: number;
  /** Rows that give back or change a payment that this console hasn't read: what they move can't be checked. */
  unreadPayments?: number;
}): string | undefined {
  const { cents } = sumOfTotals(totals);

  const whole = countWhole(totals);
  if (whole > 0)
    return whole === 1
      ? t("1 row has no amount, so the total isn't known.")
      : t("{rows} have no amount, so the total isn't known.", { rows: countOf(whole, "row") });
  const changing = countChanging(totals);
  if (changing > 0)
    return changing === 1
      ? t("1 row changes an earlier payment: what that moves depends on the payment.")
      : t("{rows} change earlier payments: what that moves depends on the payment.", {
          rows: countOf(changing, "row"),
        });
  if (hasNewCredits(totals)) return t("Some rows pay money out as a new credit.");
  if (unreadPayments > 0)
    return unreadPayments === 1
      ? t("1 row acts on a payment that this console hasn't read.")
      : t("{rows} act on payments that this console hasn't read.", {
          rows: countOf(unreadPayments, "row"),
        });
  if (cents > limitCents)
    return t("It moves {money}, more than {limit}, what one person may approve in a day.", {
      ...{ money: formatMoney(cents), limit: formatMoney(limitCents) },
    });
  if (cents + approvedAloneCents > limitCents)
    return t(
      "With the {money} already approved today it moves more than {limit}, what one person may approve in a day.",
      { money: formatMoney(approvedAloneCents), limit: formatMoney(limitCents) },
    );
  return undefined;
}
