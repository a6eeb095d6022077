import { dayIn, readMoment } from "#lib/time.ts";
import type { Random } from "./random.ts";

/** A day of the sample shop, in the merchant's time zone. */
export type ShopDay = {
  /** 0 is the current day, 1 the one before. */
  daysAgo: number;
  /** "2026-11-20" */
  date: string;
  /** 0 is Sunday. */
  weekday: number;
  /** Minutes after midnight. */
  opens: number;
  closes: number;
  /** Epoch ms of a minute of this day. */
  at(minute: number): number;
};

export function shopDay(now: number, daysAgo: number, timeZone: string): ShopDay {
  const midnight = new Date(`${dayIn(timeZone, now)}T00:00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() - daysAgo);
  const date = midnight.toISOString().slice(0, 10);
  const weekday = midnight.getUTCDay();
  const { opens, closes } = hoursOf(weekday);
  return { daysAgo, date, weekday, opens, closes, at: (minute) => momentOf(timeZone, date, minute) };
}

/** When customers come, in order: rarely in the morning, often at noon and after work. */
export function visitsOf(day: ShopDay, random: Random): number[] {
  const usual = visitsByWeekday[day.weekday] ?? 0;
  const count = Math.round(usual * (0.85 + random.next() * 0.3));
  const visits = Array.from({ length: count }, () => {
    const [from, until] = random.weighted(busyTimes.map(({ span, weight }) => [span, weight] as const));
    const minute = from + random.next() * (until - from);
    // Shorter days have the same customers, closer together.
    return day.opens + ((minute - EARLIEST) / (LATEST - EARLIEST)) * (day.closes - day.opens);
  });
  return [day.opens + 4 + random.next() * 8, ...visits].sort((a, b) => a - b);
}

const EARLIEST = 8.5 * 60;
const LATEST = 18 * 60;

const busyTimes = [
  { span: [EARLIEST, 10 * 60], weight: 10 },
  { span: [10 * 60, 11.5 * 60], weight: 17 },
  { span: [11.5 * 60, 13.5 * 60], weight: 29 },
  { span: [13.5 * 60, 16 * 60], weight: 19 },
  { span: [16 * 60, LATEST - 5], weight: 31 },
] as const;

/** From Sunday on. */
const visitsByWeekday = [27, 34, 36, 40, 48, 67, 62];

function hoursOf(weekday: number): Pick<ShopDay, "opens" | "closes"> {
  if (weekday === 0) return { opens: 10 * 60, closes: 15 * 60 };
  if (weekday === 6) return { opens: 9 * 60, closes: 17 * 60 };
  return { opens: EARLIEST, closes: LATEST };
}

function momentOf(timeZone: string, date: string, minute: number): number {
  const seconds = Math.floor(minute * 60);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  const at = readMoment(timeZone, `${date} ${time}`);
  if (at === undefined) throw new Error(`${time} is not a time of day.`);
  return at;
}
