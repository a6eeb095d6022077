import { currencyOf, ownCurrency } from "../gateway/currencies.ts";
import { toDecimal } from "../money.ts";
import { merchantLocale, numberFormat } from "./locale.ts";
import { formatMoney } from "./money.ts";

/** How amounts are written. */
export type AmountFormat = {
  /** The decimal separator. */
  point: "." | ",";
  /** Accepted thousands separators. */
  group: string;
  /** Whether they may also be grouped in twos before the last three, as in India. */
  inTwos: boolean;
  /** Currency signs. */
  currency: readonly string[];
  /** Whether a sign may also follow the digits. */
  signAfter: boolean;
};

/** For files and settings, which are independent of the locale. */
export const pointFormat: AmountFormat = {
  point: ".",
  group: ",",
  inTwos: false,
  currency: ["$"],
  signAfter: false,
};

/** What a typed or pasted text means as an amount. `reason` is how to write it. */
export type ReadAmount =
  | { kind: "empty" }
  | { kind: "amount"; cents: number }
  | { kind: "refused"; reason: string };

/**
 * Reads the text of every amount field, in the merchant's locale. Nothing is dropped and nothing is guessed: in the United
 * States "1,234.5" and "$1,234.50" are amounts, and "12,50", "12.345", "-5" or "1e3" are refused with a sentence for the
 * person who typed them. No text is one amount in one locale and another amount elsewhere.
 */
export function readAmount(text: string, format: AmountFormat = amountFormat()): ReadAmount {
  const trimmed = asTyped(text).trim();
  if (trimmed === "") return { kind: "empty" };
  const unsigned = withoutCurrency(trimmed, format);
  const [whole = "", cents = "", ...more] = unsigned.split(format.point);
  const digits = withoutGroups(whole, format);
  const isAmount =
    more.length === 0 && /^\d*$/.test(digits) && /^\d{0,2}$/.test(cents) && digits + cents !== "";
  if (!isAmount) return { kind: "refused", reason: reasonFor(unsigned, format) };
  if (digits.length > 10) return { kind: "refused", reason: "This amount is too large." };
  return { kind: "amount", cents: Number(digits) * 100 + Number(cents.padEnd(2, "0")) };
}

/** The amount of a text, in cents; null if it is empty or invalid. */
export function typedCents(text: string, format?: AmountFormat): number | null {
  const read = readAmount(text, format);
  return read.kind === "amount" ? read.cents : null;
}

/** Why a text isn't an amount; undefined if it is empty or valid. */
export function amountProblem(text: string): string | undefined {
  const read = readAmount(text);
  return read.kind === "refused" ? read.reason : undefined;
}

/** What is wrong with an amount (in hundredths) in a currency without decimals, such as yen; undefined in any other. */
export function fractionProblem(cents: number, code: string | undefined): string | undefined {
  const currency = currencyOf(code);
  return currency.decimals === 0 && cents % 100 !== 0
    ? `${currency.code} has no decimals: enter a whole amount.`
    : undefined;
}

/** An amount as a field holds it: 123450 → "1234.50", or "1234,50" where that is how cents are written. */
export function amountText(cents: number): string {
  return toDecimal(cents).replace(".", amountFormat().point);
}

/** Formats an amount when its field loses focus: "42" → "42.00", "$1,234.5" → "1234.50". Other text stays as typed. */
export function completeAmount(text: string): string {
  const cents = typedCents(text);
  return cents === null ? text : amountText(cents);
}

/**
 * How a text was read, shown at its field in locales with a decimal comma, since the user may be used to a point. Undefined
 * in other locales, and if the text isn't an amount.
 */
export function amountReading(text: string): string | undefined {
  const cents = amountFormat().point === "," ? typedCents(text) : null;
  return cents === null ? undefined : `Read as ${formatMoney(cents)}`;
}

/** The format of the merchant's locale and currency. */
function amountFormat(): AmountFormat {
  const locale = merchantLocale();
  const known = formats.get(locale);
  if (known) return known;
  const parts = numberFormat({ style: "currency", currency: ownCurrency }).formatToParts(1_234_567);
  const find = (of: Intl.NumberFormatPartTypes) =>
    asTyped(parts.find(({ type }) => type === of)?.value ?? "");
  const [, second] = parts.filter(({ type }) => type === "integer");
  const format: AmountFormat = {
    point: find("decimal") === "," ? "," : ".",
    group: find("group"),
    inTwos: second?.value.length === 2,
    currency: [find("currency"), "$"],
    signAfter:
      parts.findIndex(({ type }) => type === "currency") > parts.findIndex(({ type }) => type === "integer"),
  };
  formats.set(locale, format);
  return format;
}

const formats = new Map<string, AmountFormat>();

/** Formats use spaces and quotes that keyboards lack, and text direction marks. */
const asTyped = (text: string) =>
  text
    .replace(/[\u00A0\u202F]/g, " ")
    .replace(/[\u200E\u200F\u061C]/g, "")
    .replaceAll("\u2019", "'");

function withoutCurrency(text: string, { currency, signAfter }: AmountFormat): string {
  const before = currency.find((sign) => text.startsWith(sign));
  if (before) return text.slice(before.length).trimStart();
  const after = signAfter ? currency.find((sign) => text.endsWith(sign)) : undefined;
  return after ? text.slice(0, -after.length).trimEnd() : text;
}

/** The digits of a whole number, if they are grouped correctly. */
function withoutGroups(whole: string, { group, inTwos }: AmountFormat): string {
  const isGrouped =
    new RegExp(`^[1-9]\\d{0,2}([${group}]\\d{3})+$`).test(whole) ||
    (inTwos && new RegExp(`^[1-9]\\d?([${group}]\\d{2})*[${group}]\\d{3}$`).test(whole));
  return isGrouped ? whole.replaceAll(group, "") : whole;
}

function reasonFor(text: string, { point, group }: AmountFormat): string {
  const example = `12${point}50`;
  if (/^[-+−(]/.test(text)) return `Enter the amount without a sign, such as ${example}.`;
  if (!new RegExp(`^[\\d.,${group}]+$`).test(text) || !/\d/.test(text))
    return `Enter an amount such as ${example}.`;
  if (/[^\d]/.test(text.replaceAll(point, "")))
    return `Use a decimal ${nameOf[point]} for cents: ${example}, or 1${group}250${point}00 for thousands.`;
  if (text.split(point).length > 2) return `Use one ${nameOf[point]} only, before the cents: ${example}.`;
  return `Use two digits for cents at most, such as ${example}.`;
}

const nameOf = { ".": "point", ",": "comma" } as const;
