import type { IconName } from "#components/ui/icon/icon.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";

export type GatewayHealth = "ok" | "slow" | "full" | "down" | "lost" | "unknown";

/** A short status of the gateway. With `compact` its words are for the ear alone below 1024 px. */
export function GatewayStatus({
  state,
  latencyMs,
  compact = false,
}: {
  state: GatewayHealth;
  latencyMs: number | undefined;
  compact?: boolean;
}) {
  const { tone, icon } = appearances[state];
  return (
    <span className="shrink-0 text-13 text-muted">
      <StatusLabel tone={tone} icon={icon}>
        {compact ? (
          <span className="max-lg:sr-only">{words(state, latencyMs)}</span>
        ) : (
          words(state, latencyMs)
        )}
      </StatusLabel>
    </span>
  );
}

const appearances = {
  ok: { tone: "approved", icon: "approved" },
  slow: { tone: "warning", icon: "warning" },
  full: { tone: "warning", icon: "pause" },
  down: { tone: "declined", icon: "declined" },
  lost: { tone: "warning", icon: "unknown" },
  unknown: { tone: "neutral", icon: "unknown" },
} as const satisfies Record<GatewayHealth, { tone: Tone; icon: IconName }>;

function words(state: GatewayHealth, latencyMs: number | undefined): string {
  const latency = latencyMs === undefined ? undefined : formatLatency(latencyMs);
  if (state === "down") return t("Gateway does not answer");
  if (state === "lost") return t("Last payment: outcome unknown");
  if (state === "full") return t("Gateway's limit is full");
  if (state === "unknown") return t("Gateway not contacted yet");
  if (state === "slow") return latency ? t("Gateway is slow, {latency}", { latency }) : t("Gateway is slow");
  return latency ? t("Gateway answers in {latency}", { latency }) : t("Gateway answers");
}
