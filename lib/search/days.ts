import { t } from "#lib/language/t.ts";
import {
  type BusinessClock,
  businessDayBounds,
  businessDayOf,
  daysFrom,
  weekdayOf,
} from "../business-day.ts";
import { firstWeekday } from "../format/dates.ts";
import { parseDay } from "../format/parse-day.ts";
import type { DayValue } from "./query.ts";

/**
 * Spans of days in words. Their names: "today", "last week", "last 7 days", "monday" (the latest, today included),
 * "2026-11-20", "2026-11" and "nov-20" (the latest).
 */

/** The store's days, the moment that "today" is counted from, and the first day of a week (0 is Sunday). */
export type SearchClock = { clock: BusinessClock; now: number; weekStart?: number };

/** Days, both included. A missing end is open. */
export type DayRange = { from?: string | undefined; to?: string | undefined };

export const dayWords = [
  ...["today", "yesterday", "this week", "last week", "this month", "last month", "this year", "last year"],
] as const;
export const weekdays = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export const months = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
] as const;

/** What may stand before a span, without a field. */
export const dayComparisons = ["since", "before", "until"] as const;

/** The days at the beginning of some words, and how many words say them; undefined if they say none. */
export function readDaysAt(words: readonly string[]): { value: DayValue; count: number } | undefined {
  const [first = ""] = words;
  if (!mayBegin(first, words[1])) return undefined;
  const compare = dayComparisons.find((word) => word === first.toLowerCase());
  const rest = compare ? words.slice(1) : words;
  for (let count = Math.min(3, rest.length); count > 0; count--) {
    const text = rest.slice(0, count).join(" ");
    const value = compare ? toValue(compare, readSpan(text)) : readDays(text);
    // Numbers in a row are numbers: only a month's name makes them a day.
    if (value && (count === 1 || /\p{L}/u.test(text))) return { value, count: count + (compare ? 1 : 0) };
  }
  return undefined;
}

/** Most words are quickly known to begin no day. */
const mayBegin = (first: string, second = "") =>
  /\d/.test(first) || /^\d/.test(second) || firstWords.has(first.toLowerCase());

const firstWords = new Set<string>([
  ...[...dayWords, ...weekdays, "past"].map((span) => span.split(" ")[0] ?? ""),
  ...dayComparisons,
]);

/** A span, or two with ".." between them; undefined for any other text. */
export function readDays(text: string): DayValue | undefined {
  const [from = "", to, ...more] = text.split("..");
  if (to === undefined || more.length > 0) return more.length > 0 ? undefined : toValue("in", readSpan(text));
  if (from === "") return toValue("until", readSpan(to));
  if (to === "") return toValue("since", readSpan(from));
  const [span, end] = [readSpan(from), readSpan(to)];
  return span && end && isOneWord(span) && isOneWord(end) && !isReversed(`${span}..${end}`)
    ? { is: "days", compare: "between", span, to: end }
    : undefined;
}

/** Whether a text is two dates of which the second is before the first. */
export function isReversed(text: string): boolean {
  const [, from = "", to = ""] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  return to < from;
}

/** Whether a text is meant as a day, though it may be none: "2026-02-30", "2/30/2026". */
export const looksLikeDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}(?:\.\.(?:\d{4}-\d{2}-\d{2})?)?$/.test(text) ||
  /^\d{1,2}([/.])\d{1,2}\1\d{4}$/.test(text);

/** What is said of a date that the calendar does not have: "2026-02-30", also as an end of a range. Undefined for any other text. */
export function missingDateProblem(text: string): string | undefined {
  const day = text.split("..").find((end) => looksLikeDay(end) && parseDay(end) === null);
  if (day === undefined) return undefined;
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])-/.exec(day) ?? [];
  if (!year || !month) return t("There is no {day}. Use a day such as 2026-11-20.", { day });
  const last = `${year}-${month}-${lastDateOf(Number(year), Number(month))}`;
  return t("There is no {day}. Try {other}.", { day, other: last });
}

const lastDateOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * A day that its month does not have, or a count of days that can't be searched, at the beginning of some words: "nov 31",
 * "since 30 feb", "last 0 days". Its text has no space within the day, so that it is read the same beside other words.
 */
export function readMissingDayAt(
  words: readonly string[],
): { text: string; reason: string; count: number } | undefined {
  const compare = dayComparisons.find((word) => word === words[0]?.toLowerCase());
  const rest = compare ? words.slice(1) : words;
  for (const count of [1, 3]) {
    const begin = rest.length < count ? "" : rest.slice(0, count).join(" ").toLowerCase();
    const [, number, unit] = wrongCount.exec(begin) ?? [];
    if (!number) continue;
    return {
      text: `${compare ? `${compare} ` : ""}last-${number}-${unit}`,
      reason: t("Use 1 to 999 days, such as last 7 days, or last week, last month or last year."),
      count: count + (compare ? 1 : 0),
    };
  }
  for (const count of [1, 2]) {
    const day =
      rest.length < count ? undefined : readMissingDay(rest.slice(0, count).join(" ").toLowerCase());
    if (!day) continue;
    const month = months[day.month - 1];
    const last = lastDateOf(leapYear, day.month);
    const before = compare ? `${compare} ` : "";
    const year = !compare && /^(?:19|20)\d{2}$/.exec(rest[count] ?? "")?.[0];
    if (year) {
      const reason = t("There is no {day}. Try {other}.", {
        day: `${month} ${day.date}`,
        other: `${year}-${String(day.month).padStart(2, "0")}-${last}`,
      });
      return { text: `${month}-${day.date} ${year}`, reason, count: count + 1 };
    }
    return {
      text: `${before}${month}-${day.date}`,
      reason: t("There is no {day}. Try {other}.", {
        day: `${month} ${day.date}`,
        other: `${before}${month} ${last}`,
      }),
      count: count + (compare ? 1 : 0),
    };
  }
  return undefined;
}

/** A count that `readSpan` does not take. */
const wrongCount = /^(?:last|past)[ -](\d+)[ -]((?:day|week|month|year)s?)$/;

/** A month's name beside a number that is the day of other months. */
function readMissingDay(text: string): { month: number; date: number } | undefined {
  const [, before, after] = dayOfMonth.exec(text) ? (/^(\d{1,2})?\D+(\d{1,2})?$/.exec(text) ?? []) : [];
  const date = Number(before ?? after);
  if (!(date >= 30 && date <= 31) || readDayOfMonth(text)) return undefined;
  const [, month] = parseDay(`${text.replace("-", " ").replace(/\d+/, "1")} ${leapYear}`)?.split("-") ?? [];
  return month ? { month: Number(month), date } : undefined;
}

export function printDays({ compare, span, to }: DayValue): string {
  // The field keeps the digits of a date apart from those before it.
  if (compare === "between") return `day:${span}..${to}`;
  if (compare === "in") return /^\d/.test(span) ? `day:${span}` : span;
  return `${compare} ${span}`;
}

/** "2026-11-20" as "2026-nov-20", which is read the same. */
export const spellMonths = (text: string): string =>
  text.replace(/(\d{4})-(\d{2})(?=-\d{2})/g, (_, year, month) => `${year}-${months[Number(month) - 1]}`);

/** The days that a value means at a moment. */
export function resolveDays({ compare, span, to }: DayValue, at: SearchClock): DayRange {
  const { from, to: end } = resolveSpan(span, at);
  switch (compare) {
    case "in":
      return { from, to: end };
    case "since":
      return { from };
    case "until":
      return { to: end };
    case "before":
      return { to: daysFrom(from, -1) };
    case "between":
      return { from, to: resolveSpan(to ?? span, at).to };
  }
}

/** The moments of some days, epoch ms: `from` is included, `until` is not. */
export function toMoments({ from, to }: DayRange, clock: BusinessClock): { from?: number; until?: number } {
  return {
    ...(from && { from: businessDayBounds(clock, from).from }),
    ...(to && { until: businessDayBounds(clock, to).until }),
  };
}

const toValue = (compare: DayValue["compare"], span: string | undefined): DayValue | undefined =>
  span === undefined ? undefined : { is: "days", compare, span };

const isOneWord = (span: string) => !span.includes(" ");

function readSpan(text: string): string | undefined {
  const span = text.toLowerCase();
  // includes takes only members of the list
  if ((dayWords as readonly string[]).includes(span) || (weekdays as readonly string[]).includes(span))
    return span;
  if (!/\d/.test(span)) return undefined;
  const [, count] = /^(?:last|past)[ -]([1-9]\d{0,2})[ -]days?$/.exec(span) ?? [];
  if (count) return `last ${count} days`;
  if (/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(span)) return span;
  return readDate(span) ?? readDayOfMonth(span);
}

function readDate(text: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-([a-z]{3})-(\d{2})$/.exec(text) ?? [];
  if (month) return readDate(`${year}-${monthNumber(month)}-${date}`);
  // A year has four digits; most texts with digits have none.
  const day = /(?:19|20)\d{2}/.test(text) && text.length <= 24 ? parseDay(text) : null;
  return day !== null && /^(?:19|20)/.test(day) ? day : undefined;
}

/** "nov 20", "20 november", "nov-20": a day without a year, read in a leap year. */
function readDayOfMonth(text: string): string | undefined {
  if (!dayOfMonth.test(text)) return undefined;
  const [, month, day] = parseDay(`${text.replace("-", " ")} ${leapYear}`)?.split("-") ?? [];
  return month && day ? `${months[Number(month) - 1]}-${Number(day)}` : undefined;
}

const dayOfMonth = /^(?:\p{L}{3,12}\.?[ -]\d{1,2}|\d{1,2}\.?[ -]\p{L}{3,12}\.?)$/u;
const leapYear = 2028;

function resolveSpan(span: string, { clock, now, weekStart = firstWeekday() }: SearchClock) {
  const today = businessDayOf(clock, now);
  const back = (count: number) => daysFrom(today, -count);
  const [scope, unit] = span.split(" ");
  const weekday = (weekdays as readonly string[]).indexOf(span); // includes takes only members of the list
  if (span === "today") return { from: today, to: today };
  if (span === "yesterday") return { from: back(1), to: back(1) };
  if (weekday >= 0) return oneDay(back((weekdayOf(today) - weekday + 7) % 7));
  if (/^last \d/.test(span)) return { from: back(Number(unit) - 1), to: today };
  if (unit === "week") {
    const begin = back(((weekdayOf(today) - weekStart + 7) % 7) + (scope === "last" ? 7 : 0));
    return { from: begin, to: daysFrom(begin, 6) };
  }
  if (unit === "month") return monthRange(scope === "last" ? daysFrom(`${today.slice(0, 7)}-01`, -1) : today);
  if (unit === "year") {
    const year = Number(today.slice(0, 4)) - (scope === "last" ? 1 : 0);
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
  if (/^\d{4}-\d{2}$/.test(span)) return monthRange(`${span}-01`);
  return oneDay(/^\d/.test(span) ? span : latestDayOfMonth(span, today));
}

/** "nov" → "11", "00" for no month. */
const monthNumber = (name: string) =>
  String((months as readonly string[]).indexOf(name) + 1).padStart(2, "0"); // includes takes only members of the list

const oneDay = (day: string) => ({ from: day, to: day });

function monthRange(day: string) {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: daysFrom(`${daysFrom(from, 31).slice(0, 7)}-01`, -1) };
}

/** The latest such day that is not after today. February 29 is that of the latest leap year. */
function latestDayOfMonth(span: string, today: string): string {
  const [name = "", date = ""] = span.split("-");
  for (let year = Number(today.slice(0, 4)); ; year--) {
    const day = `${year}-${monthNumber(name)}-${date.padStart(2, "0")}`;
    if (day <= today && daysFrom(day, 0) === day) return day;
  }
}
