import { type BusinessClock, businessDayBounds, businessDayOf, daysFrom } from "#lib/business-day.ts";
import { momentIn, readMoment } from "#lib/time.ts";

/** The business day of a moment, the same weekday a week before, and the moment of that day with the same wall-clock time. */
export type TodaySpan = { day: string; lastWeek: string; now: number; sameTime: number };

export function todaySpan(clock: BusinessClock, now: number): TodaySpan {
  const day = businessDayOf(clock, now);
  const lastWeek = daysFrom(day, -7);
  const { from, until } = businessDayBounds(clock, lastWeek);
  const moment = momentIn(clock.timeZone, now);
  const then = readMoment(clock.timeZone, `${daysFrom(moment.slice(0, 10), -7)}${moment.slice(10)}`);
  return { day, lastWeek, now, sameTime: Math.min(Math.max(then ?? from, from), until) };
}
