import { merchantClock } from "#components/payment-result/merchant-clock.ts";
import { formatDay, formatTime } from "#lib/format/dates.ts";

/** A moment of the merchant's clock: "Fri 20 Nov 14:12:08", with the year where it is not this one. Both in epoch ms. */
export function formatEventTime(timeZone: string, at: number, now: number): string {
  const moment = merchantClock(timeZone, at);
  const year = moment.slice(0, 4) !== merchantClock(timeZone, now).slice(0, 4);
  return `${formatDay(moment, { weekday: true, year })} ${formatTime(moment, { seconds: true })}`;
}
