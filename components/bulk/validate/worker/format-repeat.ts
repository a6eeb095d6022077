import { formatCount } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { dayIn } from "#lib/time.ts";
import type { Repeat } from "./worker-messages.ts";

/** Where the duplicate of a row is, as text. */
export function formatRepeat(repeat: Repeat, timeZone: string): string {
  const row = t("row {count}", { count: formatCount(repeat.row) });
  if (repeat.kind === "inFile") return t("Same as {row}", { row });
  const { fileName, sentAt } = repeat;
  return sentAt > 0
    ? t("Sent before: {row} of {fileName} on {day}", {
        ...{ row, fileName, day: formatDay(dayIn(timeZone, sentAt)) },
      })
    : t("Sent before: {row} of {fileName}", { row, fileName });
}
