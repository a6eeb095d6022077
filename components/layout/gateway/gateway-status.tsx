import type { IconName } from "#components/ui/icon/icon.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { formatLatency } from "#lib/format/durations.ts";

export type GatewayHealth = "ok" | "slow" | "full" | "down" | "lost" | "unknown";

/** A short status of the gateway, for the page header. */
export function GatewayStatus({ state, latencyMs }: { state: GatewayHealth; latencyMs: number | undefined }) {
  const { tone, icon } = looks[state];
  return (
    <span className="text-13 text-muted">
      <State tone={tone} icon={icon}>
        {words(state, latencyMs)}
      </State>
    </span>
  );
}

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
