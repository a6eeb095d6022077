import { formatInstant } from "#lib/format/dates.ts";
import type { GatewayPulse, GatewayReport, HostReport } from "#lib/gateway-report.ts";
import { env } from "#server/env.ts";
import { type HostNote, isPaused } from "./hosts.ts";
import { exhaustedUntil } from "./rate-limit/day.ts";
import { limiter } from "./rate-limit/limiter.ts";
import type { Admission } from "./rate-limit/permit.ts";
import { nextPayment } from "./rate-limit/queue.ts";
import type { Priority, RateLimitState } from "./rate-limit/state.ts";
import { readUseSince } from "./use.ts";

/** The state of the gateway and the shared limit. Costs the gateway nothing. */
export function readPulse(): Promise<GatewayPulse> {
  return limiter().read(toPulse);
}

/** Who used what in the last hour, and the state of the hosts and the limit. */
export async function readReport(): Promise<GatewayReport> {
  const { urls } = env().gateway;
  const known = await limiter().read((state, now) => ({
    readAt: now,
    pulse: toPulse(state, now),
    hosts: urls.map(({ host }) => toHost(host, state.hosts[host])),
    strangers: state.spent.filter(({ priority, until }) => priority === "otherClient" && until > now).length,
    errors: state.errors,
  }));
  return { ...known, use: await readUseSince(known.readAt - 3_600_000) };
}

/** What a clerk reads once the gateway's day is used up; undefined before. */
export function dayLimitText({ day }: RateLimitState, now: number): string | undefined {
  if (day.limit === undefined || day.used < day.limit || now >= day.endsAt) return undefined;
  const endsAt = formatInstant(env().gatewayTimeZone, day.endsAt, now);
  return `The gateway's daily limit is used up until ${endsAt}. Until then, one payment a minute is tried.`;
}

/** Why a read is refused that would have gone in `dueMs`, as the middle of a sentence. */
export function lateReadText(
  state: RateLimitState,
  now: number,
  { dueMs, usedUpShare, priority }: Extract<Admission, { admitted: false }> & { priority: Priority },
): string {
  const seconds = Math.max(1, Math.ceil(dueMs / 1000));
  const pausedMs = (state.pause?.until ?? 0) - now;
  if (usedUpShare === "minute") return `you have read a lot in the last minute; try again in ${seconds} s`;
  const endsAt = formatInstant(env().gatewayTimeZone, state.day.endsAt, now);
  if (usedUpShare === "day") return `you have read a lot today; try again after ${endsAt}`;
  if (dayLimitText(state, now))
    return `the gateway's daily limit is used up until ${endsAt}; until then, one payment a minute is tried`;
  if (state.day.limit !== undefined && dueMs >= state.day.endsAt - now - 1000) {
    return `what is left of the daily limit is reserved for payments until ${endsAt}`;
  }
  if (pausedMs > 0)
    return `the gateway asked the console to slow down; nothing is sent for ${Math.ceil(pausedMs / 1000)} s, payments included`;
  return priority === "money"
    ? `this minute's shared requests are used up; more in ${seconds} s`
    : `this minute's remaining shared requests are reserved for payments; more in ${seconds} s`;
}

function toPulse(state: RateLimitState, now: number): GatewayPulse {
  const { pulse, minuteLimit, day, queue, pause } = state;
  if (!pulse) return null;
  const spent = state.spent.filter(({ until }) => until > now).length;
  const upAt = exhaustedUntil(state, now);
  const limitText = dayLimitText(state, now);
  return {
    ...(minuteLimit !== null && { minute: { used: Math.min(spent, minuteLimit), limit: minuteLimit } }),
    ...(day.limit !== undefined && {
      day: {
        used: day.used,
        limit: day.limit,
        endsAt: day.endsAt,
        ...(upAt !== undefined && { exhaustedUntil: upAt }),
      },
    }),
    ...(pulse.latencyMs !== undefined && { latencyMs: pulse.latencyMs }),
    reachable: pulse.reachable,
    ...(pulse.paymentLost && { paymentLost: true }),
    seenAt: pulse.seenAt,
    queue: {
      waiting: queue.length,
      payments: queue.filter(({ priority }) => priority === "money").length,
      paymentDueMs: Math.max(0, nextPayment(state, now) - now),
    },
    ...(limitText && { limitText }),
    ...(pause && pause.until > now && { pausedMs: pause.until - now }),
  };
}

function toHost(host: string, note: HostNote | undefined): HostReport {
  if (!note) return { host, state: "new" };
  const { answeredAt, latencyMs, lastFailure, failures, pausedUntil } = note;
  return {
    host,
    state: isPaused(note) ? "rests" : "works",
    ...(answeredAt !== undefined && { answeredAt }),
    ...(latencyMs !== undefined && { latencyMs }),
    ...(isPaused(note) && {
      failures,
      lookAt: pausedUntil,
      ...(lastFailure !== undefined && { lastFailure }),
    }),
  };
}
