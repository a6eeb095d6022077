import type { OutcomeErrorName } from "#lib/gateway/codes/outcome-codes.ts";
import { requireCents } from "#lib/money.ts";

type AmountFields = {
  amount?: string | undefined;
  amount_detail?: Breakdown | undefined;
};
type Breakdown = Partial<
  Record<"subtotal" | "tax" | "tip" | "shipping" | "duty" | "discount", string | undefined>
>;

/** The most one transaction may move, in cents. */
export const LARGEST_AMOUNT = 9_999_900;

/** Cents asked for: `amount`, or else the sum of the breakdown; undefined when both are missing. */
export function askedCents({ amount, amount_detail: detail }: AmountFields): number | undefined {
  if (amount !== undefined) return requireCents(amount);
  if (detail === undefined) return undefined;
  const cents = (part: keyof Breakdown) => (detail[part] === undefined ? 0 : requireCents(detail[part]));
  return (
    cents("subtotal") + cents("tax") + cents("tip") + cents("shipping") + cents("duty") - cents("discount")
  );
}

/** Why an amount cannot be moved, or undefined. */
export function amountRefusal(cents: number): OutcomeErrorName | undefined {
  if (cents <= 0) return "amountNotPositive";
  return cents > LARGEST_AMOUNT ? "overMaximum" : undefined;
}

/** Cents of a partial approval, never rounded up, but at least one. */
export function partOf(cents: number, percent: number): number {
  return Math.max(1, Math.floor((cents * percent) / 100));
}

/** Cents a connected refund gives back: all that is left unless asked for less. Undefined when it would exceed the original. */
export function refundCents(original: {
  amount: number;
  refunded: number;
  asked: number | undefined;
}): number | undefined {
  const left = original.amount - original.refunded;
  const cents = original.asked ?? left;
  return left > 0 && cents <= left ? cents : undefined;
}
