import { dateFormat } from "#lib/format/locale.ts";

/** "last Friday", of the day of the week before. */
export const lastWeekday = (day: string): string =>
  `last ${dateFormat({ weekday: "long", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`))}`;
