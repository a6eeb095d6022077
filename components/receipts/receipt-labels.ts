import { formatRecent } from "#lib/format/dates.ts";
import { momentIn } from "#lib/time.ts";
import type { Prints } from "./print-memory.ts";

/** The merchant's zone (IANA name), and epoch ms now. */
type Clock = { timeZone: string; now: number };

/** How often this station printed a receipt, by the merchant's clock. */
export function printedLabel({ count, firstAt }: Prints, clock: Clock): string {
  const times = count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
  const since = `${count === 1 ? "at" : "since"} ${timeOf(firstAt, clock)}`;
  return `Printed ${times} ${since} on this station. The next print is marked COPY ${count + 1}.`;
}

/** Where and when a receipt was emailed; `at` is epoch ms. */
export function emailedLabel({ to, at }: { to: string; at: number }, clock: Clock): string {
  return `Emailed to ${to} at ${timeOf(at, clock)}.`;
}

const timeOf = (at: number, { timeZone, now }: Clock) =>
  formatRecent(momentIn(timeZone, at), momentIn(timeZone, now));
