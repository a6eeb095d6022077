import { toDecimal } from "../money.ts";

/**
 * Cents as words for the eye: 341862 → "$3,418.62", −3250 → "−$32.50". `currency: false` leaves the sign of the
 * currency out, as columns do: "−32.50". Works on the digits alone.
 */
export function formatMoney(cents: number, { currency = true }: { currency?: boolean } = {}): string {
  const [whole = "0", fraction = "00"] = toDecimal(Math.abs(cents)).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "−" : ""}${currency ? "$" : ""}${grouped}.${fraction}`;
}
