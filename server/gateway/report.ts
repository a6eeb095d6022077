import type { GatewayPulse, GatewayReport, HostReport } from "#lib/gateway-report.ts";
import { env } from "#server/env.ts";
import { budget } from "./budget/budget.ts";
import { usedUpAt } from "./budget/day.ts";
import { nextPayment } from "./budget/line.ts";
import type { BudgetState } from "./budget/state.ts";
import { type HostNote, isResting } from "./hosts.ts";
import { readUseSince } from "./use.ts";

/** How the gateway and the shared limit stand. Costs the gateway nothing. */
export function readPulse(): Promise<GatewayPulse> {
  return budget().look(toPulse);
}

/** Who used what in the last hour, beside how the hosts and the limit stand. */
export async function readReport(): Promise<GatewayReport> {
  const { urls } = env().gateway;
  const known = await budget().look((state, now) => ({
    readAt: now,
    pulse: toPulse(state, now),
    hosts: urls.map(({ host }) => toHost(host, state.hosts[host])),
    strangers: state.spent.filter(({ lane, until }) => lane === "stranger" && until > now).length,
    errors: state.errors,
  }));
  return { ...known, use: await readUseSince(known.readAt - 3_600_000) };
}

function toPulse(state: BudgetState, now: number): GatewayPulse {
  const { pulse, minuteLimit, day, line, pause } = state;
  if (!pulse) return null;
  const spent = state.spent.filter(({ until }) => until > now).length;
  const upAt = usedUpAt(state, now);
  return {
    ...(minuteLimit !== null && { minute: { used: Math.min(spent, minuteLimit), limit: minuteLimit } }),
    ...(day.limit !== undefined && {
      day: {
        used: day.used,
        limit: day.limit,
        endsAt: day.endsAt,
        ...(upAt !== undefined && { usedUpAt: upAt }),
      },
    }),
    ...(pulse.latencyMs !== undefined && { latencyMs: pulse.latencyMs }),
    reachable: pulse.reachable,
    ...(pulse.paymentLost && { paymentLost: true }),
    seenAt: pulse.seenAt,
    line: {
      waiting: line.length,
      payments: line.filter(({ lane }) => lane === "money").length,
      paymentDueMs: Math.max(0, nextPayment(state, now) - now),
    },
    ...(pause && pause.until > now && { pausedMs: pause.until - now }),
  };
}

function toHost(host: string, note: HostNote | undefined): HostReport {
  if (!note) return { host, state: "new" };
  const { answeredAt, latencyMs, lastFailure, failures, restsUntil } = note;
  return {
    host,
    state: isResting(note) ? "rests" : "works",
    ...(answeredAt !== undefined && { answeredAt }),
    ...(latencyMs !== undefined && { latencyMs }),
    ...(isResting(note) && {
      failures,
      lookAt: restsUntil,
      ...(lastFailure !== undefined && { lastFailure }),
    }),
  };
}
