import { isDay } from "#lib/time.ts";
import { currencyOf } from "../../gateway/currencies.ts";
import { toCents } from "../../money.ts";
import type { DateOrder } from "./bank-file.ts";

/** Days and amounts as banks write them in CSV files. */

/** The order of day, month and year that all these dates share. Not sure where both orders fit, or neither. */
export function findDateOrder(dates: readonly string[]): { order: DateOrder; isSure: boolean } {
  const parts = dates.flatMap((date) => numbersOf(date) ?? []);
  if (parts.length === 0 || parts.every(({ isYearFirst }) => isYearFirst))
    return { order: "ymd", isSure: true };
  const numeric = parts.filter(({ isYearFirst }) => !isYearFirst);
  const isDayFirst = numeric.some(({ first }) => first > 12);
  const isMonthFirst = numeric.some(({ second }) => second > 12);
  if (isDayFirst !== isMonthFirst) return { order: isDayFirst ? "dmy" : "mdy", isSure: true };
  return { order: dates.some((date) => date.includes(".")) ? "dmy" : "mdy", isSure: false };
}

type Numbers = { isYearFirst: boolean; first: number; second: number; third: number };

/** No bank writes a day or an amount in more characters. */
const LONGEST = 64;

function numbersOf(text: string): Numbers | undefined {
  if (text.length > LONGEST) return undefined;
  const trimmed = text.trim().replace(/[T ]\d{1,2}:\d{2}.*$/, "");
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  const match = compact ?? /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/.exec(trimmed);
  if (!match) return undefined;
  const [, first = "", second = "", third = ""] = match;
  return {
    isYearFirst: first.length === 4,
    first: Number(first),
    second: Number(second),
    third: Number(third),
  };
}

/** A day in the file's order, or with the month's English name; undefined for any other text. */
export function readDay(text: string, order: DateOrder): string | undefined {
  const numbers = numbersOf(text);
  if (!numbers) return readNamedDay(text);
  const { isYearFirst, first, second, third } = numbers;
  if (isYearFirst) return toDay(first, second, third);
  const year = third < 100 ? 2000 + third : third;
  return order === "dmy" ? toDay(year, second, first) : toDay(year, first, second);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function readNamedDay(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const month = months.indexOf(/[a-z]{3}/i.exec(text)?.[0]?.toLowerCase() ?? "") + 1;
  const numbers = text.match(/\d+/g) ?? [];
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length <= 2);
  if (month === 0 || numbers.length !== 2 || !year || !day) return undefined;
  return toDay(Number(year), month, Number(day));
}

function toDay(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isDay(text) ? text : undefined;
}

export type DecimalMark = "." | ",";

/** The decimal mark that the amounts of a file share: a comma only where one is followed by two last digits. */
export function findDecimalMark(amounts: readonly string[]): DecimalMark {
  const hasComma = amounts.some((amount) => /,\d{2}\D*$/.test(amount));
  const hasPoint = amounts.some((amount) => /\.\d{1,2}\D*$/.test(amount));
  return hasComma && !hasPoint ? "," : ".";
}

/** `sign` is the one that is written: by a plus, a minus, brackets, or a word behind ("CR", "DR"). */
export type BankAmount = { cents: number; sign: 1 | -1 | undefined; currency: string | undefined };

/**
 * Signed cents of an amount: "−85.00", "(85.00)", "85.00-", "85.00 DR", "$1,234.50", "85.00 USD", with the currency that
 * is written beside it. Null for any other text.
 */
export function readBankAmount(text: string, mark: DecimalMark): BankAmount | null {
  if (text.length > LONGEST) return null;
  const written = text
    .trim()
    .replaceAll("\u2212", "-")
    .replace(/\u00A0|\u202F/g, " ");
  const letters = /(?<![a-z])[a-z]{3}(?![a-z])/i.exec(written)?.[0];
  const currency = letters ? findCurrency(letters) : symbols[/[€£]/.exec(written)?.[0] ?? ""];
  if (letters && !currency) return null;
  const trimmed = (letters ? written.replace(letters, "") : written).trim();
  const isNegative = /^\(.*\)$/.test(trimmed) || /^[^\d]*-/.test(trimmed) || /-$|DR?$/i.test(trimmed);
  const isPositive = /^[^\d]*\+|\+$|CR?$/i.test(trimmed);
  const digits = trimmed.replace(/(CR|DR|C|D)$/i, "").replace(/[()+\-\s$€£]/g, "");
  const grouped = mark === "." ? /^\d{1,3}(,\d{3})+(\.\d*)?$/ : /^\d{1,3}([.']\d{3})+(,\d*)?$/;
  const ungrouped = grouped.test(digits) ? digits.replace(mark === "." ? /,/g : /[.']/g, "") : digits;
  const plain = mark === "," ? ungrouped.replace(",", ".") : ungrouped;
  const cents = toCents(plain.startsWith(".") ? `0${plain}` : plain);
  if (cents === null || plain.startsWith("-")) return null;
  return {
    cents: isNegative && cents !== 0 ? -cents : cents,
    sign: isNegative ? -1 : isPositive ? 1 : undefined,
    currency,
  };
}

/** "$" is the sign of many currencies. */
const symbols: Record<string, string | undefined> = { "€": "EUR", "£": "GBP" };

/** The letters of a currency by its letters or number; undefined if it isn't in ISO 4217. */
export function findCurrency(text: string): string | undefined {
  const { code, isKnown } = currencyOf(text);
  return isKnown ? code : undefined;
}
