import { countOf } from "#lib/format/counts.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import type { Prints } from "./print-storage.ts";

/** The merchant's zone (IANA name), and epoch ms now. */
type Clock = { timeZone: string; now: number };

/** How often this station printed a receipt, by the merchant's clock. */
export function printedLabel({ count, firstAt }: Prints, clock: Clock): string {
  const value = count + 1;
  const time = timeOf(firstAt, clock);
  if (count === 1)
    return t("Printed once at {time} on this station. The next print is marked COPY {number}.", {
      time,
      number: value,
    });
  if (count === 2)
    return t("Printed twice since {time} on this station. The next print is marked COPY {number}.", {
      time,
      number: value,
    });
  return t("Printed {times} since {time} on this station. The next print is marked COPY {number}.", {
    times: countOf(count, "time"),
    time,
    number: value,
  });
}

/** Where and when a receipt was emailed; `at` is epoch ms. */
export function emailedLabel({ to, at }: { to: string; at: number }, clock: Clock): string {
  return t("Emailed to {to} at {time}.", { to, time: timeOf(at, clock) });
}

const timeOf = (at: number, { timeZone, now }: Clock) =>
  formatRecent(momentIn(timeZone, at), momentIn(timeZone, now));
