import { t } from "#lib/language/t.ts";
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
  /** Signs and letters of the currency, the longest first. */
  currency: readonly string[];
  /** The one that the locale writes. */
  sign: string;
  /** Whether they may also follow the digits. */
  signAfter: boolean;
  /** Of the currency where it has other than two, with its letters. */
  other?: { code: string; decimals: number };
};

/** For files and settings, which are independent of the locale. */
export const pointFormat: AmountFormat = {
  point: ".",
  group: ",",
  inTwos: false,
  currency: ["$"],
  sign: "$",
  signAfter: false,
};

/** What a typed or pasted text means as an amount. `reason` is how to write it. */
export type ReadAmount =
  | { kind: "empty" }
  | { kind: "amount"; cents: number }
  | { kind: "refused"; reason: string };

/**
 * Reads the text of every amount field, in the merchant's locale. Nothing is dropped and nothing is guessed: in the United
 * States "1,234.5", "$1,234.50" and "12.50 USD" are amounts, and "12,50", "12.345", "-5", "1e3" or "12.50 CAD" are refused
 * with a sentence for the person who typed them. No text is one amount in one locale and another amount elsewhere.
 */
export function readAmount(text: string, format: AmountFormat = amountFormat()): ReadAmount {
  const trimmed = asTyped(text).trim();
  if (trimmed === "") return { kind: "empty" };
  const unsigned = withoutCurrency(trimmed, format);
  const [whole = "", cents = "", ...more] = unsigned.split(format.point);
  const digits = withoutGroups(whole, format);
  const isNumber = more.length === 0 && /^\d*$/.test(digits) && digits + cents !== "";
  const { code, decimals } = format.other ?? { decimals: 2 };
  if (!isNumber || !new RegExp(`^\\d{0,${Math.max(2, decimals)}}$`).test(cents))
    return { kind: "refused", reason: reasonFor(unsigned, format) };
  if (decimals === 0 && /[1-9]/.test(cents))
    return { kind: "refused", reason: t("{code} has no decimals: enter a whole amount.", { code }) };
  if (/[1-9]/.test(cents.slice(2)))
    return {
      kind: "refused",
      reason: t("Amounts in {code} go to the hundredth here: end with 0.", { code }),
    };
  if (digits.length > 10) return { kind: "refused", reason: t("This amount is too large.") };
  return { kind: "amount", cents: Number(digits) * 100 + Number(cents.padEnd(2, "0").slice(0, 2)) };
}

/** The amount of a text, in cents; null if it is empty or invalid. */
export function typedCents(text: string, format?: AmountFormat): number | null {
  const read = readAmount(text, format);
  return read.kind === "amount" ? read.cents : null;
}

/** Why a text isn't an amount in this currency; undefined if it is empty or valid. */
export function amountProblem(text: string, code?: string): string | undefined {
  const read = readAmount(text, amountFormat(code));
  return read.kind === "refused" ? read.reason : undefined;
}

/** What is wrong with an amount (in hundredths) in a currency without decimals, such as yen; undefined in any other. */
export function fractionProblem(cents: number, code: string | undefined): string | undefined {
  const currency = currencyOf(code);
  return currency.decimals === 0 && cents % 100 !== 0
    ? t("{code} has no decimals: enter a whole amount.", { code: currency.code })
    : undefined;
}

/** An amount as a field holds it: 123450 → "1234.50", or "1234,50" where that is how cents are written; "1234" of yen. */
export function amountText(cents: number, code?: string): string {
  const { point, other } = amountFormat(code);
  const text = toDecimal(cents);
  const written = other?.decimals === 0 ? text.replace(/\.00$/, "") : text + "0".repeat(extra(other));
  return written.replace(".", point);
}

const extra = (other: AmountFormat["other"]) => Math.max(0, (other?.decimals ?? 2) - 2);

/** `amountText` with thousands grouped, for a field that shows a stored value: "10,000.00". */
export function groupedAmountText(cents: number): string {
  const { group, inTwos } = amountFormat();
  const [whole = "", ...rest] = amountText(cents).split(/(?=[.,])/);
  const places = inTwos ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return [whole.replace(places, group), ...rest].join("");
}

/** As a field of a setting or a limit shows an amount when it loses focus: "10000" → "10,000.00". Other text stays as typed. */
export function completeGroupedAmount(text: string): string {
  const cents = typedCents(text);
  return cents === null ? text : groupedAmountText(cents);
}

/** Formats an amount when its field loses focus: "42" → "42.00", "$1,234.5" → "1234.50". Other text stays as typed. */
export function completeAmount(text: string, code?: string): string {
  const cents = typedCents(text, amountFormat(code));
  return cents === null ? text : amountText(cents, code);
}

/**
 * How a text was read, shown at its field in locales with a decimal comma, since the user may be used to a point. Undefined
 * in other locales, and if the text isn't an amount.
 */
export function amountReading(text: string, code?: string): string | undefined {
  const format = amountFormat(code);
  const cents = format.point === "," ? typedCents(text, format) : null;
  return cents === null ? undefined : t("Read as {money}", { money: formatMoney(cents, { code }) });
}

/** The sign of a currency in the merchant's locale: "$", "€", "CA$". */
export const currencySign = (code?: string): string => amountFormat(code).sign;

/** The format of the merchant's locale in a currency as the gateway names it; the merchant's own when missing or unknown. */
export function amountFormat(code?: string): AmountFormat {
  const locale = merchantLocale();
  const named = currencyOf(code);
  const { code: currency, decimals } = named.isKnown ? named : currencyOf(ownCurrency);
  const known = formats.get(`${locale} ${currency}`);
  if (known) return known;
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const parts = numberFormat({ style: "currency", currency, ...options }).formatToParts(1_234_567);
  const find = (of: Intl.NumberFormatPartTypes) =>
    asTyped(parts.find(({ type }) => type === of)?.value ?? "");
  const [, second] = parts.filter(({ type }) => type === "integer");
  const format: AmountFormat = {
    point: find("decimal") === "," ? "," : ".",
    group: find("group"),
    inTwos: second?.value.length === 2,
    currency: [find("currency"), currency, ...(currency === ownCurrency ? ownSigns : [])].toSorted(
      (one, other) => other.length - one.length,
    ),
    sign: find("currency"),
    signAfter: true,
    ...(decimals !== 2 && { other: { code: currency, decimals } }),
  };
  formats.set(`${locale} ${currency}`, format);
  return format;
}

const formats = new Map<string, AmountFormat>();

const ownSigns = ["$", "US$"];

/** Formats use spaces and quotes that keyboards lack, and text direction marks. */
const asTyped = (text: string) =>
  text
    .replace(/[\u00A0\u202F]/g, " ")
    .replace(/[\u200E\u200F\u061C]/g, "")
    .replaceAll("\u2019", "'");

/** "$12.50", "12.50 USD" and "$12.50 USD" are without it "12.50"; of another currency it stays, and is refused. */
function withoutCurrency(text: string, { currency, signAfter }: AmountFormat): string {
  const before = currency.find((sign) => isAt(text.slice(0, sign.length), sign)) ?? "";
  const rest = text.slice(before.length).trimStart();
  const after = signAfter && currency.find((sign) => sign !== before && isAt(rest.slice(-sign.length), sign));
  return after ? rest.slice(0, -after.length).trimEnd() : rest;
}

const isAt = (text: string, sign: string) => text.toUpperCase() === sign.toUpperCase();

/** The digits of a whole number, if they are grouped correctly. */
function withoutGroups(whole: string, { group, inTwos }: AmountFormat): string {
  const isGrouped =
    new RegExp(`^[1-9]\\d{0,2}([${group}]\\d{3})+$`).test(whole) ||
    (inTwos && new RegExp(`^[1-9]\\d?([${group}]\\d{2})*[${group}]\\d{3}$`).test(whole));
  return isGrouped ? whole.replaceAll(group, "") : whole;
}

function reasonFor(text: string, { point, group, other }: AmountFormat): string {
  const example = other?.decimals === 0 ? "1250" : `12${point}50${"0".repeat(extra(other))}`;
  if (other?.decimals === 0 && text.includes(point))
    return t("{code} has no decimals: enter a whole amount.", { code: other.code });
  if (/^[-+−(]/.test(text)) return t("Enter the amount without a sign, such as {example}.", { example });
  if (!new RegExp(`^[\\d.,${group}]+$`).test(text) || !/\d/.test(text))
    return t("Enter an amount such as {example}.", { example });
  if (/[^\d]/.test(text.replaceAll(point, "")))
    return point === "."
      ? t("Use a decimal point for cents: {example}, or {large} for thousands.", {
          example,
          large: `1${group}250${point}00`,
        })
      : t("Use a decimal comma for cents: {example}, or {large} for thousands.", {
          example,
          large: `1${group}250${point}00`,
        });
  if (text.split(point).length > 2)
    return point === "."
      ? t("Use one point only, before the cents: {example}.", { example })
      : t("Use one comma only, before the cents: {example}.", { example });
  switch (other?.decimals) {
    case 3:
      return t("Use three digits for cents at most, such as {example}.", { example });
    case 4:
      return t("Use four digits for cents at most, such as {example}.", { example });
    default:
      return t("Use two digits for cents at most, such as {example}.", { example });
  }
}
