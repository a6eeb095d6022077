import { Bar } from "#components/ui/chart/bar.tsx";
import { Gauge } from "#components/ui/chart/gauge.tsx";
import { formatCount } from "#lib/format/counts.ts";

type Share = { used: number; limit: number };

/** The rate limit that all workstations share, one cell per request, with the part reserved for payments. For a rail. */
export function RequestAllowance({ minute, day, kept }: { minute: Share; day?: Share; kept: number }) {
  return (
    <div className="grid gap-3">
      {minute.limit <= mostCells ? (
        <Gauge
          total={minute.limit}
          used={minute.used}
          kept={kept}
          label={`${spent(minute)} requests used this minute, the last ${kept} are kept for payments`}
        />
      ) : (
        <Bar
          size="s"
          label={`${spent(minute)} requests used this minute`}
          shares={[{ tone: "neutral", share: minute.used / minute.limit }]}
        />
      )}
      {day && (
        <p className="flex justify-between text-13">
          <span className="text-muted">Today</span>
          {spent(day)}
        </p>
      )}
    </div>
  );
}

/** More requests than this cannot be drawn one by one. */
const mostCells = 90;

const spent = ({ used, limit }: Share) => `${formatCount(used)} of ${formatCount(limit)}`;
