import { t } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoment } from "../format/dates.ts";
import { momentIn } from "../time.ts";

/** Records that are numbered from 1 without gaps, and whose highest number is sealed. */
export type NumberedRecord = "drawer report" | "signed day";

/**
 * Why a list of numbered records may not be whole. `missing`: the numbers that are not in the store, the first few of
 * `count`. `uncounted`: their sealed count is missing, was changed or has another key. `recounted`: that was so, until
 * a later record was counted with those that were there.
 */
export type RecordGap = { record: NumberedRecord } & (
  | { kind: "missing"; numbers: number[]; count: number }
  | { kind: "uncounted" }
  | { kind: "recounted"; at: number }
);

export function gapText(gap: RecordGap, timeZone: string): { title: string; text: string } {
  const isReport = gap.record === "drawer report";
  switch (gap.kind) {
    case "missing": {
      const listed = gap.numbers.join(", ");
      const more = gap.count - gap.numbers.length;
      const records = isReport ? countOf(gap.count, "Z report") : countOf(gap.count, "signed day");
      return {
        title:
          gap.count === 1
            ? t("{records} is missing from the database.", { records })
            : t("{records} are missing from the database.", { records }),
        text:
          more > 0
            ? t(
                "Number {listed} and {count} more were written and are missing. Look for the printed or saved report, and restore them from a backup.",
                { listed, count: more },
              )
            : t(
                "Number {listed} was written and is missing. Look for the printed or saved report, and restore it from a backup.",
                { listed },
              ),
      };
    }
    case "uncounted":
      return {
        title: isReport
          ? t("The count of Z reports can't be trusted.")
          : t("The count of signed days can't be trusted."),
        text: t(
          "It is missing from the database, was changed, or was sealed with another data key. The newest ones may have been deleted: compare with the printed or saved reports.",
        ),
      };
    case "recounted": {
      const moment = formatMoment(momentIn(timeZone, gap.at), { weekday: false, year: true });
      return {
        title: isReport
          ? t("The count of Z reports restarted {moment}.", { moment })
          : t("The count of signed days restarted {moment}.", { moment }),
        text: t(
          "It was missing or changed in the database then. Whether newer ones were deleted before can't be seen here.",
        ),
      };
    }
  }
}
