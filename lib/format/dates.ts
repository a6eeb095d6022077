const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/** A day for the eye: "2026-11-07" → "7 Nov 2026"; with `weekday` "Sat 7 Nov 2026", without `year` "7 Nov". Other texts come back as they are. */
export function formatDay(
  day: string,
  { weekday = false, year = true }: { weekday?: boolean; year?: boolean } = {},
): string {
  const parts = readIso(day.slice(0, 10));
  if (!parts) return day;
  const name = weekday ? `${weekdays[weekdayOf(parts)] ?? ""} ` : "";
  return `${name}${parts.day} ${months[parts.month - 1] ?? ""}${year ? ` ${parts.year}` : ""}`;
}

/** The time of a gateway moment ("2026-11-20 14:12:08"), which is the merchant's own: "14:12", or "14:12:08" with seconds. */
export function formatTime(moment: string, { seconds = false }: { seconds?: boolean } = {}): string {
  return moment.slice(11, seconds ? 19 : 16);
}

/** A gateway moment for a table: "Thu 19 Nov 07:54". */
export function formatMoment(moment: string): string {
  return `${formatDay(moment, { weekday: true, year: false })} ${formatTime(moment)}`;
}

/** A time that carries its day where that is not today: "14:12", "20 Nov 14:12", "20 Nov 2025 14:12". Both are gateway moments. */
export function formatRecent(
  moment: string,
  now: string,
  { seconds = false }: { seconds?: boolean } = {},
): string {
  const time = formatTime(moment, { seconds });
  if (moment.slice(0, 10) === now.slice(0, 10)) return time;
  return `${formatDay(moment, { year: moment.slice(0, 4) !== now.slice(0, 4) })} ${time}`;
}

/** A span of days, both included: "7 Nov to 20 Nov 2026", "from 7 Nov 2026", "until 20 Nov 2026", "any day". */
export function formatDayRange({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  if (from && to) {
    if (from === to) return formatDay(from);
    return `${formatDay(from, { year: from.slice(0, 4) !== to.slice(0, 4) })} to ${formatDay(to)}`;
  }
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : "any day";
}

/** Reads a typed day as "YYYY-MM-DD": "2026-11-07", "11/7/2026" (month first), "7 Nov 2026", "Nov 7, 2026". Anything else, or a day no calendar has: null. */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  const parts = readIso(typed) ?? readSlashes(typed) ?? readWords(typed);
  if (!parts) return null;
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  if (date.getUTCMonth() !== parts.month - 1 || date.getUTCDate() !== parts.day) return null;
  return date.toISOString().slice(0, 10);
}

type Day = { year: number; month: number; day: number };

function readIso(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) } : null;
}

function readSlashes(text: string): Day | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  return match ? { year: Number(match[3]), month: Number(match[1]), day: Number(match[2]) } : null;
}

function readWords(text: string): Day | null {
  const dayFirst = /^(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text);
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text);
  const [day, word, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = months.findIndex((name) => name.toLowerCase() === word?.slice(0, 3).toLowerCase()) + 1;
  return month > 0 ? { year: Number(year), month, day: Number(day) } : null;
}

function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** An instant (epoch ms) by the merchant's clock, with the day when it isn't today's: "2:12 PM", "Nov 20, 2:12 PM". */
export function formatInstant(timeZone: string, at: number, now: number): string {
  const dayOf = new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "short" });
  const isToday = dayOf.format(at) === dayOf.format(now);
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    ...(!isToday && { month: "short", day: "numeric" }),
  })
    .format(at)
    .replaceAll("\u202F", " ");
}

/** The city of a zone: "America/Los_Angeles" → "Los Angeles". */
export const zoneName = (timeZone: string) => timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
