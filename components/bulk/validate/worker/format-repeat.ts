import { formatCount } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import type { Repeat } from "./worker-messages.ts";

/** Where a line's like stands, for eyes. */
export function formatRepeat(repeat: Repeat): string {
  const row = `row ${formatCount(repeat.row)}`;
  if (repeat.kind === "inFile") return `Same as ${row}`;
  const day = repeat.sentAt > 0 ? ` on ${formatDay(new Date(repeat.sentAt).toISOString())}` : "";
  return `Sent before: ${row} of ${repeat.fileName}${day}`;
}
