"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { DayBar } from "#components/ui/chart/day-bar.tsx";
import { timeLeft } from "#lib/batches/time-left.ts";
import { formatMoment, formatTime, formatWeekday } from "#lib/format/dates.ts";
import { formatClock } from "#lib/format/durations.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";
import { readMoment } from "#lib/time.ts";

/** When the open batch closes by schedule, and how far it is on its way there. */
export function ClosingTime({ batch, now: first }: { batch: Batch; now: number }) {
  const { timeZone } = useMerchant();
  const now = useNow() ?? first;
  const { opened, scheduled } = batch;
  if (!scheduled) return <p className="text-13 text-muted">{t("No scheduled close time")}</p>;
  const left = timeLeft({ opened, scheduled }, timeZone, now);
  if (!left)
    return (
      <div>
        <p className="text-13 text-muted">{t("Closes by schedule")}</p>
        <p className="text-20">{formatMoment(scheduled)}</p>
        {opened && (
          <p className="text-12 text-faint">{t("Opened {moment}", { moment: formatMoment(opened) })}</p>
        )}
      </div>
    );
  const [start, end] = opened ? inShort(opened, scheduled) : ["", formatTime(scheduled)];
  return (
    <div>
      <p className="text-13 text-muted">
        {left.seconds > 0 ? t("Closes by schedule in") : t("Closing is due since")}
      </p>
      <p role="timer" className="mb-2 text-44 max-sm:text-[2.5rem] text-muted">
        {formatClock(left.seconds > 0 ? left.seconds : overdue(scheduled, timeZone, now))}
      </p>
      <DayBar
        share={left.share}
        label={t("Opened {start}, closes {end}, {percent}% of the time has passed", {
          start,
          end,
          percent: Math.round(left.share * 100),
        })}
        start={t("Opened {start}", { start })}
        end={end}
      />
    </div>
  );
}

/** "7:58 AM" and "7:58 PM", with the days of the week when they are not the same: "Fri 10:24 PM", "Sat 10:24 AM". */
function inShort(opened: string, scheduled: string): [string, string] {
  const oneDay = opened.slice(0, 10) === scheduled.slice(0, 10);
  const short = (moment: string) => `${oneDay ? "" : `${formatWeekday(moment)} `}${formatTime(moment)}`;
  return [short(opened), short(scheduled)];
}

function overdue(scheduled: string, timeZone: string, now: number): number {
  return Math.round((now - (readMoment(timeZone, scheduled) ?? now)) / 1000);
}
