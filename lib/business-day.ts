import { DAY_MS, dayIn, readMoment } from "./time.ts";

/**
 * The day that the books count by: from the hour at which the store's day begins to the same hour of the next calendar
 * day, on the store's clock. A store that closes after midnight lets its day begin at 04:00, so that the last sales count
 * for the evening they belong to.
 */

/** `timeZone` is an IANA name, `dayStart` the wall-clock time at which a day begins: "00:00". */
export type BusinessClock = { timeZone: string; dayStart: string };

/** The business day of a moment (epoch ms): "2026-11-20". */
export function businessDayOf(clock: BusinessClock, at: number): string {
  const day = dayIn(clock.timeZone, at);
  return at < beginOf(clock, day) ? daysFrom(day, -1) : day;
}

/**
 * The moments of a business day, epoch ms: `from` belongs to it, `until` to the next. 23 or 25 hours long where the clock
 * changes. A beginning that the clock skips is the first moment after the gap; of one that comes twice, the first counts.
 */
export function businessDayBounds(clock: BusinessClock, day: string): { from: number; until: number } {
  return { from: beginOf(clock, day), until: beginOf(clock, daysFrom(day, 1)) };
}

/** The day that many calendar days after (or before) another: "2026-11-20", -1 → "2026-11-19". */
export function daysFrom(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

function beginOf({ timeZone, dayStart }: BusinessClock, day: string): number {
  const at = readMoment(timeZone, `${day} ${dayStart}:00`);
  if (at === undefined) throw new RangeError(`Not a business day: ${day} ${dayStart}`);
  return at;
}
