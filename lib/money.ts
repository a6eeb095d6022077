/**
 * Money is integer cents everywhere inside and a decimal string on the wire ("42.50").
 * These are the only conversions between the two; none of them passes through a fraction.
 */

const decimalAmount = /^(-?)(\d{1,12})(?:\.(\d{0,2})0*)?$/;

/** Reads a decimal text ("42.5", "42.50", "-3", "0.100") as cents. Anything else, or more than two significant decimals: null. */
export function toCents(text: string): number | null {
  const match = decimalAmount.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = "0", fraction = ""] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" && cents !== 0 ? -cents : cents;
}

/** Like toCents, for a text already known to be an amount. Throws on any other text. */
export function requireCents(text: string): number {
  const cents = toCents(text);
  if (cents === null) throw new Error("not an amount of money");
  return cents;
}

/** Writes cents as the wire has them: 4250 → "42.50", -5 → "-0.05". */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new Error("an amount must be whole cents");
  const amount = Math.abs(cents);
  const rest = amount % 100;
  return `${cents < 0 ? "-" : ""}${(amount - rest) / 100}.${rest < 10 ? "0" : ""}${rest}`;
}

/** Cents as a JSON number, for the fields that the contract types as double (batch sums). */
export function toWireDouble(cents: number): number {
  return Number(toDecimal(cents));
}
