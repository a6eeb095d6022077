import { keysOf } from "#lib/keys-of.ts";
import { translated } from "#lib/language/t.ts";

/** What explains a bank line, and how it is said. Amounts in cents, money out negative. */

export type MatchPurpose = "batches" | "fee" | "left-out";

export type MatchHow = "automatic" | "suggested" | "by-hand";

export const adjustmentLabels = translated("*", {
  fee: "Fee",
  chargeback: "Chargeback",
  returned: "Returned check",
  short: "Bank paid less",
  over: "Bank paid more",
  less: "Other, deducted",
  more: "Other, added",
} as const);
export type AdjustmentKind = keyof typeof adjustmentLabels;
export const adjustmentKinds = keysOf(adjustmentLabels);

/** Whether a line of this kind adds to the batches or is taken off. */
export const adjustmentSign = (kind: AdjustmentKind): 1 | -1 => (kind === "over" || kind === "more" ? 1 : -1);

export type Adjustment = { kind: AdjustmentKind; cents: number };

/**
 * The line that is added for what is left over of a deposit, signed by its kind: first the fee that is known to be kept,
 * then what the bank paid less or more. A shortage is taken for a fee only where fees are kept and not known.
 */
export function lineForRemaining({
  leftCents,
  missingFeeCents,
  isFeeOpen,
}: {
  leftCents: number;
  /** The known fee of the chosen batches, unless it has a line. */
  missingFeeCents: number;
  isFeeOpen: boolean;
}): Adjustment {
  if (missingFeeCents > 0) return { kind: "fee", cents: -missingFeeCents };
  if (leftCents > 0) return { kind: "over", cents: leftCents };
  return { kind: isFeeOpen ? "fee" : "short", cents: leftCents };
}

export const sumOf = (parts: readonly { cents: number }[]) =>
  parts.reduce((sum, part) => sum + part.cents, 0);

/** By how much the bank paid less than the batches of a match hold, in cents: 0 or more. */
export const shortOf = (adjustments: readonly Adjustment[]) =>
  Math.max(0, -sumOf(adjustments.filter(({ kind }) => kind === "short")));
