import { formatDay, formatTime } from "#lib/format/dates.ts";

/** "today 14:12:08", "20 Nov 14:12:08", "20 Nov 2025 14:12:08", seen from the moment `now`; both are in the gateway's notation. Other texts come back as they are. */
export function formatWhen(
  moment: string,
  now: string,
  { seconds = false }: { seconds?: boolean } = {},
): string {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(moment)) return moment;
  const time = formatTime(moment, { seconds });
  if (moment.slice(0, 10) === now.slice(0, 10)) return `today ${time}`;
  return `${formatDay(moment, { year: moment.slice(0, 4) !== now.slice(0, 4) })} ${time}`;
}
