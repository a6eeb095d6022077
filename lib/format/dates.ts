import { momentIn } from "../time.ts";
import { dateFormat, merchantLocale } from "./locale.ts";

/*
 * Formats days and times in the merchant's locale. A moment is a time on the merchant's clock, as the gateway writes it
 * ("2026-11-20 14:12:08"); `momentIn` of lib/time.ts converts epoch ms.
 */

/** "Nov 7, 2026"; with `weekday` "Sat, Nov 7, 2026", without `year` "Nov 7". Other text is returned unchanged. */
export function formatDay(
  day: string,
  { weekday = false, year = true }: { weekday?: boolean; year?: boolean } = {},
): string {
  return format(day.slice(0, 10), day, {
    month: "short",
    day: "numeric",
    ...(year && { year: "numeric" }),
    ...(weekday && { weekday: "short" }),
  });
}

/** "Sat" */
export const formatWeekday = (day: string) => format(day.slice(0, 10), day, { weekday: "short" });

/** The month of a day: "November 2026" */
export const formatMonth = (day: string) => format(day.slice(0, 10), day, { month: "long", year: "numeric" });

/** The day that begins a week, 0 for Sunday: Sunday too where the browser knows none. */
export function firstWeekday(): 0 | 1 | 5 | 6 {
  // TypeScript doesn't know the week of a locale yet; browsers have it as a method, Node 20 as a property.
  const locale: WithWeek = new Intl.Locale(merchantLocale());
  const day = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  return day === 1 || day === 5 || day === 6 ? day : 0;
}

type WithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };

/** The time of a moment: "2:12 PM", or "2:12:08 PM" with seconds. Empty for a day without a time. */
export function formatTime(moment: string, { seconds = false }: { seconds?: boolean } = {}): string {
  return format(MOMENT.test(moment) ? moment : "", "", { timeStyle: seconds ? "medium" : "short" });
}

/** A moment with its day: "Thu, Nov 19, 7:54 AM". */
export function formatMoment(
  moment: string,
  { weekday = true, year = false, ...time }: { weekday?: boolean; year?: boolean; seconds?: boolean } = {},
): string {
  return `${formatDay(moment, { weekday, year })}, ${formatTime(moment, time)}`;
}

/**
 * A moment relative to `now`, with only as much of its day as needed: "2:12 PM", "Nov 20, 2:12 PM",
 * "Nov 20, 2025, 2:12 PM". `today` is put before a time of the same day. Text that isn't a moment is returned unchanged.
 */
export function formatRecent(
  moment: string,
  now: string,
  { today = "", ...time }: { today?: "today " | ""; seconds?: boolean } = {},
): string {
  if (!MOMENT.test(moment)) return moment;
  const clock = formatTime(moment, time);
  if (moment.slice(0, 10) === now.slice(0, 10)) return `${today}${clock}`;
  return formatMoment(moment, { weekday: false, year: moment.slice(0, 4) !== now.slice(0, 4), ...time });
}

/** The same for epoch ms on the clock of a zone. */
export const formatInstant = (
  timeZone: string,
  at: number,
  now: number,
  options: Parameters<typeof formatRecent>[2] = {},
) => formatRecent(momentIn(timeZone, at), momentIn(timeZone, now), options);

/** A span of days, both included: "Nov 7 to Nov 20, 2026", "from Nov 7, 2026", "until Nov 20, 2026", "any day". */
export function formatDayRange({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  if (from && to) {
    if (from === to) return formatDay(from);
    return `${formatDay(from, { year: from.slice(0, 4) !== to.slice(0, 4) })} to ${formatDay(to)}`;
  }
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : "any day";
}

/** The city of a zone: "America/Los_Angeles" → "Los Angeles". */
export const zoneName = (timeZone: string) => timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;

/**
 * Reads a typed day as "YYYY-MM-DD": that itself, numbers with the locale's separators in its order ("11/7/2026", month
 * first, in the United States), or with the month's name, in English too ("7 Nov 2026", "Nov 7, 2026"). Anything else,
 * or an invalid day: null.
 */
export function parseDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const parts = readIso(typed) ?? readNumbers(typed) ?? readWords(typed);
  if (!parts) return null;
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  if (date.getUTCMonth() !== parts.month - 1 || date.getUTCDate() !== parts.day) return null;
  return date.toISOString().slice(0, 10);
}

type Day = { year: number; month: number; day: number };

/** `text` where `wallClock` cannot be read. */
function format(wallClock: string, text: string, options: Intl.DateTimeFormatOptions): string {
  const [day = "", time = "00:00"] = wallClock.slice(0, 19).split(" ");
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
  if (Number.isNaN(at)) return text;
  // The space before AM differs between browsers and servers.
  return dateFormat({ ...options, timeZone: "UTC" })
    .format(at)
    .replace(/[\u202F\u00A0]/g, " ");
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/;

function readIso(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) } : null;
}

function readNumbers(text: string): Day | null {
  const { isMonthFirst, separators } = notation();
  const numbers = text.match(/\d+/g) ?? [];
  const between = text.replace(/\d+/g, "");
  if (numbers.length !== 3 || ![...between].every((sign) => separators.has(sign))) return null;
  const year = numbers.find((number) => number.length === 4);
  const [first, second, third] = numbers.filter((number) => number !== year).map(Number);
  if (!year || !first || !second || third !== undefined) return null;
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  return { year: Number(year), month, day };
}

function readWords(text: string): Day | null {
  const { months, words } = notation();
  const numbers = text.match(/\d+/g) ?? [];
  const names = (text.replaceAll(".", "").match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !words.has(word));
  const [name, ...others] = names;
  if (numbers.length !== 2 || !name || others.length > 0 || !/^[\d\p{L}\p{M}\s.,]+$/u.test(text)) return null;
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length <= 2);
  const month = monthOf(name, months);
  return year && day && month ? { year: Number(year), month, day: Number(day) } : null;
}

/** 1 to 12, also for an unambiguous beginning of a name. */
function monthOf(word: string, months: readonly (readonly string[])[]): number | undefined {
  const isExact = months.findIndex((names) => names.includes(word)) + 1;
  if (isExact) return isExact;
  const matching = months.flatMap((names, at) =>
    names.some((name) => name.startsWith(word)) ? [at + 1] : [],
  );
  return word.length >= 3 && matching.length === 1 ? matching[0] : undefined;
}

type Notation = {
  isMonthFirst: boolean;
  /** Separators between the numbers of a day. */
  separators: ReadonlySet<string>;
  /** Words in a written day other than its month, such as "de". */
  words: ReadonlySet<string>;
  /** The names of each month, in lower case and without dots: the locale's, then the English ones. */
  months: readonly (readonly string[])[];
};

/** The date format of the locale. */
function notation(): Notation {
  const known = notations.get(merchantLocale());
  if (known) return known;
  const forms = [dateFormat({ ...dated, month: "numeric" }), dateFormat({ ...dated, month: "short" })];
  const [numeric = [], written = []] = forms.map((form) => form.formatToParts(Date.UTC(2026, 10, 20)));
  const order = numeric.map(({ type }) => type);
  const isWord = ({ type, value }: Intl.DateTimeFormatPart) => type !== "month" || /\d/.test(value);
  const signs = [...numeric, ...written].filter(isWord).map(({ value }) => value.toLowerCase());
  const found: Notation = {
    isMonthFirst: order.indexOf("month") < order.indexOf("day"),
    separators: new Set(`${signs.join("").replace(/\d/g, "")}, `),
    words: new Set(signs.flatMap((sign) => sign.match(/[\p{L}\p{M}]+/gu) ?? [])),
    months: englishMonths.map((english, month) => [
      ...new Set([...namesOf(month), english, english.slice(0, 3)]),
    ]),
  };
  notations.set(merchantLocale(), found);
  return found;
}

const notations = new Map<string, Notation>();
const dated = { day: "numeric", year: "numeric", timeZone: "UTC" } as const;

function namesOf(month: number): string[] {
  const at = Date.UTC(2026, month, 20);
  return [
    dateFormat({ ...dated, month: "short" }),
    dateFormat({ ...dated, month: "long" }),
    dateFormat({ month: "short", timeZone: "UTC" }),
    dateFormat({ month: "long", timeZone: "UTC" }),
  ].map((form) => {
    const name = form.formatToParts(at).find(({ type }) => type === "month")?.value ?? "";
    return name.toLowerCase().replace(/[^\p{L}\p{M}]/gu, "");
  });
}

const englishMonths = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
] as const;
