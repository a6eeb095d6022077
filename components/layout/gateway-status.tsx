import { Bar } from "#components/ui/bar.tsx";
import { cx } from "#components/ui/cx.ts";
import { Gauge } from "#components/ui/gauge.tsx";
import type { IconName } from "#components/ui/icon.tsx";
import { State } from "#components/ui/state.tsx";
import type { Tone } from "#components/ui/tone.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatLatency } from "#lib/format/durations.ts";

export type GatewayHealth = "ok" | "slow" | "full" | "down" | "lost" | "unknown";

type Budget = { used: number; limit: number };

/** A short status of the gateway and the used share of the rate limit, for the page header. */
export function GatewayStatus({
  state,
  latencyMs,
  minute,
  day,
  className,
}: {
  state: GatewayHealth;
  latencyMs?: number | undefined;
  minute?: Budget | undefined;
  day?: Budget | undefined;
  className?: string;
}) {
  const { tone, icon } = looks[state];
  const budget = [minute && `${spent(minute)} this minute`, day && `${spent(day)} today`]
    .filter(Boolean)
    .join(", ");
  return (
    <span title={budget || undefined} className={cx("text-13 text-muted", className)}>
      <State tone={tone} icon={icon}>
        {words(state, latencyMs)}
        {budget && <span className="sr-only">, {budget}</span>}
      </State>
    </span>
  );
}

/** The rate limit that all workstations share, one cell per request, with the part reserved for payments. For a rail. */
export function RequestAllowance({ minute, day, kept }: { minute: Budget; day?: Budget; kept: number }) {
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

const looks = {
  ok: { tone: "approved", icon: "approved" },
  slow: { tone: "warning", icon: "warning" },
  full: { tone: "warning", icon: "pause" },
  down: { tone: "declined", icon: "declined" },
  lost: { tone: "warning", icon: "unknown" },
  unknown: { tone: "neutral", icon: "unknown" },
} as const satisfies Record<GatewayHealth, { tone: Tone; icon: IconName }>;

function words(state: GatewayHealth, latencyMs: number | undefined): string {
  const latency = latencyMs === undefined ? undefined : formatLatency(latencyMs);
  if (state === "down") return "Gateway does not answer";
  if (state === "lost") return "Last payment unanswered";
  if (state === "full") return "Gateway's limit is full";
  if (state === "unknown") return "Gateway not asked yet";
  if (state === "slow") return latency ? `Gateway is slow, ${latency}` : "Gateway is slow";
  return latency ? `Gateway answers in ${latency}` : "Gateway answers";
}

const spent = ({ used, limit }: Budget) => `${formatCount(used)} of ${formatCount(limit)}`;
