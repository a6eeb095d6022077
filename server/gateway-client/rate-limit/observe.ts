import type { Exchange } from "../exchange.ts";
import { noteHost } from "../hosts.ts";
import { countDay } from "./day.ts";
import { forgiveIdle } from "./reader-share.ts";
import { arrivalMs, minuteMs, type RateLimitState, type Spent } from "./state.ts";

/** What the gateway reports about its limit (contract: Limits). */

export type RateLimit = {
  minute: { used: number; limit: number } | undefined;
  day: { used: number; limit: number } | undefined;
};

/**
 * Reads `"<used> of 45/min; <used> of 5000/day"`; parts that are missing, spelled otherwise or make no sense stay
 * undefined: a limit of nothing, or more than twice as many used as there are.
 */
export function readRateLimit(header: string | undefined): RateLimit {
  return { minute: windowOf(header, "min"), day: windowOf(header, "day") };
}

export type Seen = { host: string; what: string; exchange: Exchange; readable: boolean; isMoney: boolean };

/**
 * Notes how an exchange went: how its host does, and what its headers report of the limit. `id` is the request that was let go for
 * it, `endedAt` when the exchange was over.
 */
export function noteExchange(
  state: RateLimitState,
  id: string,
  seen: Seen,
  now: number,
  endedAt = now,
): void {
  const { exchange } = seen;
  noteHealth(state, seen, now);
  const request = state.spent.find((spent) => spent.id === id);
  if (request) request.done = true;
  if (exchange.kind === "unsent") return;
  // From when it has reached the gateway's counter or never will; not from its turn: a busy machine lets it leave late.
  const reachedAt =
    exchange.kind === "reply" ? endedAt - exchange.tookMs + reachMs(state, exchange.tookMs) : endedAt;
  if (request) request.until = reachedAt + minuteMs + clockMs;
  if (exchange.kind === "lost") return;
  const reported = readRateLimit(exchange.rateLimit);
  if (exchange.status === 429) {
    pauseAll(state, id, reported, exchange.retryAfterMs, now);
    return;
  }
  readLimits(state, reported, exchange, now);
  if (reported.minute && request) compareCounts(state, request, reported.minute.used, now);
  state.pause = undefined;
  if (reported.minute || exchange.status < 400) state.calibrated = true;
}

/**
 * In what time a request has surely reached the gateway's counter, by how long its answer took: the whole of that, but
 * for what this gateway takes as a rule. A busy machine or network delays the one, a card's bank the other.
 */
function reachMs(state: RateLimitState, tookMs: number): number {
  const usual = state.usualMs ?? 0;
  const isLess = state.usualMs === undefined || tookMs < usual;
  state.usualMs = isLess ? tookMs : usual + (tookMs - usual) / 8;
  return Math.min(tookMs, arrivalMs + Math.max(0, tookMs - usual), longestReachMs);
}

/** A request that never left: its place in the windows is free again. */
export function release(state: RateLimitState, id: string): void {
  const released = state.spent.find((spent) => spent.id === id);
  if (!released) return;
  state.spent = state.spent.filter((spent) => spent.id !== id);
  state.day.used = Math.max(0, state.day.used - 1);
  forgiveIdle(state, released);
  const { reader } = released;
  if (reader) state.readsOfDay[reader] = Math.max(0, (state.readsOfDay[reader] ?? 0) - 1);
}

/**
 * Everybody waits until the window can have opened, a minute at most; then one goes ahead, payments first, and shows
 * whether it has. A longer `Retry-After` may be that of a proxy, and must not stop payments. On a used-up day, which only
 * the gateway's count shows, `dayPermits` lets one payment a minute go.
 */
function pauseAll(
  state: RateLimitState,
  id: string,
  reported: RateLimit,
  retryAfterMs: number | undefined,
  now: number,
): void {
  release(state, id);
  countDay(state, now, reported.day);
  if (reported.minute) state.minuteLimit = reported.minute.limit;
  const times = (state.pause?.times ?? 0) + 1;
  const nextMinute = Math.floor(now / minuteMs + 1) * minuteMs + skewMs - now;
  const firstEnd = Math.min(...state.spent.map(({ until }) => until - now).filter((ms) => ms > 0), minuteMs);
  const guess = state.minuteKind === "clock" ? nextMinute : Math.min(nextMinute, firstEnd, 2000 * 2 ** times);
  const dayIsFull = reported.day !== undefined && reported.day.used >= reported.day.limit;
  const wait = Math.min(retryAfterMs ?? (dayIsFull ? minuteMs : Math.max(guess, 1000)), minuteMs);
  state.pause = { until: Math.max(now + wait, state.pause?.until ?? 0), times };
  state.calibrated = false;
}

function readLimits(
  state: RateLimitState,
  reported: RateLimit,
  { status, rateLimit }: Extract<Exchange, { kind: "reply" }>,
  now: number,
): void {
  // A sound answer without a limit, from a gateway that has sent none: no limit applies. An invalid limit changes nothing.
  const isNone = (unit: Unit) => status < 400 && !state.calibrated && isSilent(rateLimit, reported, unit);
  if (reported.minute) state.minuteLimit = reported.minute.limit;
  else if (isNone("min")) state.minuteLimit = null;
  countDay(state, now, reported.day);
  if (!reported.day && isNone("day")) state.day.limit = undefined;
}

/** Compares the gateway's count with ours: what is more is another client's, what is less means that its minute restarted. */
function compareCounts(state: RateLimitState, request: Spent, used: number, now: number): void {
  const minuteBegan = Math.floor(now / minuteMs) * minuteMs;
  // What a slow answer counted is over by now.
  if (now - request.at > arrivalMs || request.at < minuteBegan) return;
  // Answered before this one left, and lately enough that a rolling window still holds it.
  const surely = state.spent.filter(
    ({ priority, done, at, until }) =>
      priority !== "otherClient" && done && until - minuteMs < request.at && at > now - minuteMs + skewMs,
  );
  inferMinuteKind(state, used, used < surely.length + 1, now);
  const known = state.spent.filter(
    state.minuteKind === "clock"
      ? ({ until }) => until - minuteMs > minuteBegan - skewMs
      : ({ until }) => until > request.at,
  ).length;
  // A count above the limit is taken as the limit.
  const counted = Math.min(used, state.minuteLimit ?? used);
  for (let place = known; place < counted; place += 1) state.spent.push(otherClient(now, place));
}

/**
 * A count that fell below what a rolling minute would hold restarted. When that falls together with the clock's minute
 * twice in a row, the gateway's minute is the clock's.
 */
function inferMinuteKind(state: RateLimitState, used: number, isAnew: boolean, now: number): void {
  const { at, used: before, fellWithClock } = state.lastReported;
  state.lastReported = { at: now, used, fellWithClock };
  if (!isAnew || used >= before || now - at > closeMs) return;
  const sinceMinute = (now + skewMs) % minuteMs;
  state.lastReported.fellWithClock = sinceMinute <= now - at + 2 * skewMs ? fellWithClock + 1 : 0;
  state.minuteKind = state.lastReported.fellWithClock > 1 ? "clock" : "rolling";
}

const otherClient = (now: number, place: number): Spent => ({
  id: `otherClient-${now}-${place}`,
  priority: "otherClient",
  at: now,
  until: now + minuteMs,
  done: true,
});

function noteHealth(
  state: RateLimitState,
  { host, what, exchange, readable, isMoney }: Seen,
  now: number,
): void {
  const latencyMs = exchange.kind === "reply" && !isMoney ? exchange.tookMs : undefined;
  const failure = failureOf(exchange, readable);
  noteHost(state.hosts, host, { failure, latencyMs }, now);
  const before = state.pulse;
  // One payment without an answer does not mean that the gateway is down: reads show that.
  const isPaymentLost = isMoney && failure !== undefined && exchange.kind !== "unsent";
  state.pulse = {
    reachable: failure === undefined || (isPaymentLost && before?.reachable === true),
    paymentLost: isMoney ? isPaymentLost : before?.paymentLost === true,
    // A card's own wait would make the gateway look slow: only reads measure its speed.
    latencyMs: latencyMs ?? state.pulse?.latencyMs,
    seenAt: now,
  };
  const refused = exchange.kind === "reply" && (exchange.status === 429 || exchange.status === 401);
  if (failure === undefined && !refused) return;
  const outcome = failure ?? `status ${exchange.kind === "reply" ? exchange.status : ""}`;
  state.errors = [{ at: now, host, what, outcome }, ...state.errors].slice(0, maxErrors);
}

/** Why a host is to rest; undefined when it did its part. */
function failureOf(exchange: Exchange, readable: boolean): string | undefined {
  if (exchange.kind !== "reply") return exchange.reason;
  if (exchange.status >= 500) return `status ${exchange.status}`;
  return readable ? undefined : "unreadable";
}

type Unit = "min" | "day";

const windows = {
  min: /(?:^|;)\s*(\d{1,9})\s+of\s+(\d{1,9})\s*\/\s*min/i,
  day: /(?:^|;)\s*(\d{1,9})\s+of\s+(\d{1,9})\s*\/\s*day/i,
};
/** The most that is believed of a limit. Each request of a minute is kept, so that one without bounds would cost memory. */
const largest: Record<Unit, number> = { min: 100_000, day: 100_000_000 };

function windowOf(header: string | undefined, unit: Unit): { used: number; limit: number } | undefined {
  const match = windows[unit].exec(header ?? "");
  const [used, limit] = [Number(match?.[1]), Number(match?.[2])];
  // Also of what was refused a gateway may count a few.
  return limit >= 1 && limit <= largest[unit] && used <= 2 * limit ? { used, limit } : undefined;
}

/** Whether the gateway sends no limit of this kind. A header without any limit that can be read is not taken for that. */
function isSilent(header: string | undefined, reported: RateLimit, unit: Unit): boolean {
  if (header === undefined) return true;
  return Boolean(reported.minute ?? reported.day) && !header.toLowerCase().includes(unit);
}

/** Two clocks never go quite alike within a minute, and each counts whole ms. */
const clockMs = 50;
const longestReachMs = 5000;
/** Clocks differ, ours and the gateway's. */
const skewMs = 500;
/** Answers further apart do not show when the count fell. */
const closeMs = 5000;
const maxErrors = 20;
