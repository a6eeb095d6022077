import { Bar } from "#components/ui/chart/bar.tsx";
import { Gauge } from "#components/ui/chart/gauge.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

type Share = { used: number; limit: number };

/** The rate limit that all workstations share, one cell per request, with the part reserved for payments. For a rail. */
export function RequestAllowance({ minute, day, kept }: { minute: Share; day?: Share; kept: number }) {
  return (
    <div className="grid gap-3">
      {minute.limit <= maxCells ? (
        <Gauge
          total={minute.limit}
          used={minute.used}
          kept={kept}
          label={t("{spent} requests used this minute, the last {kept} are reserved for payments", {
            spent: spent(minute),
            kept,
          })}
        />
      ) : (
        <Bar
          size="s"
          label={t("{spent} requests used this minute", { spent: spent(minute) })}
          shares={[{ tone: "neutral", share: minute.used / minute.limit }]}
        />
      )}
      {day && (
        <p className="flex justify-between text-13">
          <span className="text-muted">{t("Today")}</span>
          {spent(day)}
        </p>
      )}
    </div>
  );
}

/** More requests than this cannot be drawn one by one. */
const maxCells = 90;

const spent = ({ used, limit }: Share) =>
  t("{count} of {count2}", { count: formatCount(used), count2: formatCount(limit) });
