import { merchantClock } from "#components/payment-result/merchant-clock.ts";
import { formatDay, formatTime } from "#lib/format/dates.ts";

/** A moment of the merchant's clock: "14:12" today, "20 Nov 14:12", with the year where it is another. Both in epoch ms. */
export function formatBulkTime(timeZone: string, at: number, now: number): string {
  const moment = merchantClock(timeZone, at);
  const today = merchantClock(timeZone, now);
  if (moment.slice(0, 10) === today.slice(0, 10)) return formatTime(moment);
  return `${formatDay(moment, { year: moment.slice(0, 4) !== today.slice(0, 4) })} ${formatTime(moment)}`;
}
