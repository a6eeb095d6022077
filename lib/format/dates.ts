import { t } from "#lib/language/t.ts";
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

/** From Sunday on, in the language of the page. */
export const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, day) => nameOf({ weekday: "long" }, Date.UTC(2026, 10, 15 + day)));

/** From January on, in the language of the page. */
export const monthNames = (form: "long" | "short"): string[] =>
  Array.from({ length: 12 }, (_, month) => nameOf({ month: form }, Date.UTC(2026, month, 1)));

const nameOf = (form: Intl.DateTimeFormatOptions, moment: number) =>
  dateFormat({ ...form, timeZone: "UTC" }).format(moment);

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

/** The wall-clock time at which a business day begins ("04:00"): "4:00 AM". */
export const formatDayStart = (dayStart: string) => formatTime(`2026-01-01 ${dayStart}:00`);

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
  if (moment.slice(0, 10) === now.slice(0, 10)) return today ? t("today {time}", { time: clock }) : clock;
  return formatMoment(moment, { weekday: false, year: moment.slice(0, 4) !== now.slice(0, 4), ...time });
}

/** `formatRecent` for epoch ms on the clock of a zone. */
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
    return t("{day} to {day2}", {
      day: formatDay(from, { year: from.slice(0, 4) !== to.slice(0, 4) }),
      day2: formatDay(to),
    });
  }
  if (from) return t("from {day}", { day: formatDay(from) });
  return to ? t("until {day}", { day: formatDay(to) }) : t("any day");
}

/** The city of a zone: "America/Los_Angeles" → "Los Angeles". */
export const zoneName = (timeZone: string) => timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;

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
