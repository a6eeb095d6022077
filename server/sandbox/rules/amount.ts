import type { OutcomeErrorName } from "#lib/gateway/codes/outcome-codes.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { maximumCents } from "#lib/gateway/maximum-amount.ts";
import { requireCents, toDecimal } from "#lib/money.ts";

type AmountFields = {
  amount?: string | undefined;
  amount_detail?: Breakdown | undefined;
};
type Breakdown = Partial<Record<(typeof parts)[number], string | undefined>>;

const parts = ["subtotal", "tax", "tip", "shipping", "duty", "discount"] as const;

/** Cents asked for: `amount`, or else the sum of the breakdown; undefined when neither has an amount. */
export function askedCents({ amount, amount_detail: detail }: AmountFields): number | undefined {
  if (amount !== undefined) return requireCents(amount);
  if (!detail || parts.every((part) => detail[part] === undefined)) return undefined;
  const cents = (part: keyof Breakdown) => (detail[part] === undefined ? 0 : requireCents(detail[part]));
  return (
    cents("subtotal") + cents("tax") + cents("tip") + cents("shipping") + cents("duty") - cents("discount")
  );
}

/** Why an amount cannot be moved, or undefined. */
export function amountRefusal(cents: number): OutcomeErrorName | undefined {
  if (cents <= 0) return "amountNotPositive";
  return cents > maximumCents ? "overMaximum" : undefined;
}

/** Cents of a partial approval in whole units of `unit` cents, never rounded up, but at least one. */
export function partOf(cents: number, percent: number, unit = 1): number {
  return Math.max(unit, Math.floor((cents * percent) / 100 / unit) * unit);
}

/** Cents of the smallest unit of a currency: amounts are kept in hundredths of any currency. */
export const centsPerUnit = (currency: string | undefined): 1 | 100 =>
  currencyOf(currency).decimals === 0 ? 100 : 1;

/** An amount with the decimals of its currency: 100050 is "1000.50" in dollars, "1000.500" in Kuwaiti dinars; 100000 is "1000" in yen. */
export function toWireAmount(cents: number, currency: string | undefined): string {
  const { decimals } = currencyOf(currency);
  const text = toDecimal(cents);
  if (decimals === 0) return text.replace(/\.00$/, "");
  return text.padEnd(text.length + decimals - 2, "0");
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
