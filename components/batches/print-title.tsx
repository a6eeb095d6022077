import { formatDay } from "#lib/format/dates.ts";
import { dayIn } from "#lib/time.ts";

/** What a sheet of paper says above the first panel: what it is, whose, and when it was printed. */
export function PrintTitle({
  title,
  printedFor,
  timeZone,
  now,
}: {
  title: string;
  printedFor: string;
  timeZone: string;
  now: number;
}) {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(now);
  return (
    <div className="hidden text-16 print:mb-4 print:block">
      <p className="font-semibold">{title}</p>
      <p>
        {printedFor}, {formatDay(dayIn(timeZone, now))} {time}
      </p>
    </div>
  );
}
