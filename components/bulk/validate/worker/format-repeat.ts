import { formatCount } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { dayIn } from "#lib/time.ts";
import type { Repeat } from "./worker-messages.ts";

/** Where the duplicate of a row is, as text. */
export function formatRepeat(repeat: Repeat, timeZone: string): string {
  const row = `row ${formatCount(repeat.row)}`;
  if (repeat.kind === "inFile") return `Same as ${row}`;
  const day = repeat.sentAt > 0 ? ` on ${formatDay(dayIn(timeZone, repeat.sentAt))}` : "";
  return `Sent before: ${row} of ${repeat.fileName}${day}`;
}
