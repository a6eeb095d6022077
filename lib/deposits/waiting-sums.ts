import { ownCurrency } from "../gateway/currencies.ts";
import type { WaitingPortion } from "./deposits-view.ts";
import { sumOf } from "./match/match.ts";

/** `cents` are before the fees that are kept from them. */
export type WaitingSum = { currency: string; cents: number; feeCents: number; count: number };

/** What is waiting, by currency: the merchant's own first, even if it is nothing. Different currencies are never added. */
export function sumWaiting(
  waiting: readonly Pick<WaitingPortion, "currency" | "cents" | "feeCents">[],
): WaitingSum[] {
  const others = new Set(waiting.map(({ currency }) => currency).sort());
  others.delete(ownCurrency);
  return [ownCurrency, ...others].map((currency) => {
    const own = waiting.filter((one) => one.currency === currency);
    const feeCents = own.reduce((sum, one) => sum + one.feeCents, 0);
    return { currency, cents: sumOf(own), feeCents, count: own.length };
  });
}
