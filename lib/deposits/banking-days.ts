import { daysFrom, weekdayOf } from "../business-day.ts";

/** Days on which US banks post: Monday to Friday, without the holidays of the Federal Reserve. Days are "2026-11-20". */

function isBankingDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && weekday !== SATURDAY && !isHoliday(day);
}

/** The banking day that many banking days after a day, which need not be one itself. */
export function bankingDaysAfter(day: string, count: number): string {
  let after = day;
  for (let left = count; left > 0; ) {
    after = daysFrom(after, 1);
    if (isBankingDay(after)) left -= 1;
  }
  return after;
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

function isHoliday(day: string): boolean {
  if (isFixedHoliday(day.slice(5))) return true;
  // The Federal Reserve keeps a holiday that falls on a Sunday on Monday, and one on a Saturday not at all.
  if (weekdayOf(day) === MONDAY && isFixedHoliday(daysFrom(day, -1).slice(5))) return true;
  const [, month = 0, date = 0] = day.split("-").map(Number);
  const nth = Math.ceil(date / 7);
  const isLast = daysFrom(day, 7).slice(5, 7) !== day.slice(5, 7);
  return movable.some(
    (holiday) =>
      holiday.month === month &&
      holiday.weekday === weekdayOf(day) &&
      (holiday.nth === "last" ? isLast : holiday.nth === nth),
  );
}

const isFixedHoliday = (monthDay: string) => ["01-01", "06-19", "07-04", "11-11", "12-25"].includes(monthDay);

const movable: readonly { month: number; weekday: number; nth: number | "last" }[] = [
  { month: 1, weekday: MONDAY, nth: 3 },
  { month: 2, weekday: MONDAY, nth: 3 },
  { month: 5, weekday: MONDAY, nth: "last" },
  { month: 9, weekday: MONDAY, nth: 1 },
  { month: 10, weekday: MONDAY, nth: 2 },
  { month: 11, weekday: THURSDAY, nth: 4 },
];
