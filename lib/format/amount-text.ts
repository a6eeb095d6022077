import { toCents, toDecimal } from "../money.ts";

/**
 * What a person types or pastes for an amount, as digits with one dot and two decimals at most: "$1,234.5" → "1234.5",
 * "12,50" → "12.50". A third decimal is not taken.
 */
export function cleanAmount(text: string): string {
  const kept = text.replace(/[^\d.,]/g, "");
  const dotted = /^\d*,\d{1,2}$/.test(kept) ? kept.replace(",", ".") : kept.replaceAll(",", "");
  const [whole = "", ...fractions] = dotted.split(".");
  if (fractions.length === 0) return whole;
  return `${whole}.${fractions.join("").slice(0, 2)}`;
}

/** Writes a typed amount out when its field is left: "42" → "42.00", ".5" → "0.50". What is no amount stays as it is. */
export function completeAmount(text: string): string {
  const cents = toCents(text.replace(/^\.(?=\d)/, "0."));
  return cents === null ? text : toDecimal(cents);
}
