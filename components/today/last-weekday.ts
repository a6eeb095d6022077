import { dateFormat } from "#lib/format/locale.ts";
import { t } from "#lib/language/t.ts";

/** "last Friday", of the day of the week before. */
export const lastWeekday = (day: string): string => t("last {weekday}", { weekday: weekdayOf(day) });

/** "Last Friday", as a heading. */
export const lastWeekdayHeading = (day: string): string => t("Last {weekday}", { weekday: weekdayOf(day) });

const weekdayOf = (day: string) =>
  dateFormat({ weekday: "long", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));
