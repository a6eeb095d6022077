import { currencyOf } from "#lib/gateway/currencies.ts";
import { invalidField, OutcomeRefusalError } from "../refusal.ts";
import { amountRefusal, centsPerUnit } from "../rules/amount.ts";

/** Throws for an amount that can't move: not positive, over the maximum, or a fraction that its currency doesn't have. */
export function requireMovable(cents: number, currency: string | undefined): void {
  const refusal = amountRefusal(cents);
  if (refusal) throw new OutcomeRefusalError(refusal);
  if (cents % centsPerUnit(currency) !== 0)
    throw invalidField("amount", `must be whole: ${currencyOf(currency).code} has no decimals`);
}
