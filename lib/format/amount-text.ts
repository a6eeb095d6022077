import { currencyOf } from "../gateway/currencies.ts";
import { toDecimal } from "../money.ts";

/** How a merchant writes amounts: what stands before the cents, and what groups the thousands. */
export type AmountFormat = { point: "." | ","; group: "," | "."; currency: string };

const pointFormat: AmountFormat = { point: ".", group: ",", currency: "$" };

/** What a typed or pasted text means as an amount. `reason` says how to write it. */
export type ReadAmount =
  | { kind: "empty" }
  | { kind: "amount"; cents: number }
  | { kind: "refused"; reason: string };

/**
 * Reads the text of every amount field. Nothing is dropped and nothing is guessed: "1,234.5" and "$1,234.50" are
 * amounts, and "12,50", "12.345", "-5" or "1e3" are refused with a sentence for the person who typed them.
 */
export function readAmount(text: string, format: AmountFormat = pointFormat): ReadAmount {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "empty" };
  const { point, group, currency } = format;
  const unsigned = trimmed.startsWith(currency) ? trimmed.slice(currency.length).trimStart() : trimmed;
  const [whole = "", cents = "", ...more] = unsigned.split(point);
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(\\${group}\\d{3})+$`).test(whole);
  const digits = isGrouped ? whole.replaceAll(group, "") : whole;
  const isAmount =
    more.length === 0 && /^\d*$/.test(digits) && /^\d{0,2}$/.test(cents) && digits + cents !== "";
  if (!isAmount) return { kind: "refused", reason: reasonFor(unsigned, format) };
  if (digits.length > 10) return { kind: "refused", reason: "This amount is too large." };
  return { kind: "amount", cents: Number(digits) * 100 + Number(cents.padEnd(2, "0")) };
}

/** The amount a text stands for, in cents; null while it is empty or refused. */
export function typedCents(text: string): number | null {
  const read = readAmount(text);
  return read.kind === "amount" ? read.cents : null;
}

/** Why a text is not an amount; undefined while it is empty or is one. */
export function amountProblem(text: string): string | undefined {
  const read = readAmount(text);
  return read.kind === "refused" ? read.reason : undefined;
}

/** What is wrong with the amount in a currency without decimals, such as yen; undefined in any other. In hundredths. */
export function fractionProblem(cents: number, code: string | undefined): string | undefined {
  const currency = currencyOf(code);
  return currency.decimals === 0 && cents % 100 !== 0
    ? `${currency.code} has no decimals: enter a whole amount.`
    : undefined;
}

/** Writes an amount out when its field is left: "42" → "42.00", "$1,234.5" → "1234.50". Other text stays as typed. */
export function completeAmount(text: string): string {
  const cents = typedCents(text);
  return cents === null ? text : toDecimal(cents);
}

function reasonFor(text: string, { point, group }: AmountFormat): string {
  const example = `12${point}50`;
  if (/^[-+−(]/.test(text)) return `Enter the amount without a sign, such as ${example}.`;
  if (!new RegExp(`^[\\d${group}${point}]+$`).test(text) || !/\d/.test(text))
    return `Enter an amount such as ${example}.`;
  if (text.includes(group))
    return `Use a decimal ${nameOf[point]} for cents: ${example}, or 1${group}250${point}00 for thousands.`;
  if (text.split(point).length > 2) return `Use one ${nameOf[point]} only, before the cents: ${example}.`;
  return `Use two digits for cents at most, such as ${example}.`;
}

const nameOf = { ".": "point", ",": "comma" } as const;
