import { dayIn, readMoment } from "#lib/time.ts";

/** Midnight that begins the day "YYYYmmdd", and with `days` the one so many days later. */
export function dayStart(yyyymmdd: string, timeZone: string, days = 0): number {
  const day = new Date(`${yyyymmdd.slice(0, 4)}-${yyyymmdd.slice(4, 6)}-${yyyymmdd.slice(6, 8)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return readMoment(timeZone, day.toISOString()) ?? Number.NaN;
}

/** The next moment after `epochMs` at which the merchant's clock shows this full hour, `days` later if asked. */
export function nextLocalHour(epochMs: number, hour: number, timeZone: string, days = 0): number {
  const day = dayIn(timeZone, epochMs).replaceAll("-", "");
  const at = (later: number) => {
    const midnight = new Date(dayStart(day, "UTC", later)).toISOString().slice(0, 10);
    return readMoment(timeZone, `${midnight} ${String(hour).padStart(2, "0")}:00:00`) ?? Number.NaN;
  };
  return at(days) > epochMs ? at(days) : at(days + 1);
}
