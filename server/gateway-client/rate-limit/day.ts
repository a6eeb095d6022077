import { DAY_MS } from "#lib/time.ts";
import { nextUtcDay, type Priority, type RateLimitState } from "./state.ts";

/** The share of the day's limit that a priority leaves to those before it. */
const leaves: Record<Priority, number> = { money: 0, resolve: 0.01, person: 0.02, background: 0.1 };

/** When the day's limit permits a request of this priority. */
export function dayPermits(
  state: RateLimitState,
  priority: Priority,
  from: number,
  lastGrantAt = state.lastGrantAt,
): number {
  const { limit, used, endsAt } = state.day;
  if (limit === undefined || from >= endsAt) return from;
  const left = limit - used - Math.floor(limit * leaves[priority]);
  if (left <= 0) return priority === "money" ? Math.min(endsAt, lastGrantAt + probeMs) : endsAt;
  if (priority !== "background") return from;
  const isFree = state.backgroundOfDay < limit * freeShare && exhaustedUntil(state, from) === undefined;
  // Else at half the rate that what is left lasts for.
  return isFree ? from : Math.max(from, state.lastBackgroundAt + (2 * (endsAt - from)) / left);
}

/** The share of the day's limit that background requests may use at once, such as for a first reading of some months. */
const freeShare = 0.2;

/** When the day's limit is used up at the rate of the last hour without background requests; undefined when it lasts. */
export function exhaustedUntil(state: RateLimitState, now: number): number | undefined {
  const { limit, used, endsAt, samples } = state.day;
  const first = samples[0];
  if (limit === undefined || !first || now - first.at < shortestMs) return undefined;
  const perMs = (usedByOthers(state) - first.used) / (now - first.at);
  if (perMs <= 0) return undefined;
  const at = now + Math.max(0, limit - used) / perMs;
  return at < endsAt ? at : undefined;
}

const usedByOthers = ({ day, backgroundOfDay }: RateLimitState) => Math.max(0, day.used - backgroundOfDay);

/** Updates the day's count, from the gateway (`reported`) or from our own counting. */
export function countDay(
  state: RateLimitState,
  now: number,
  reported?: { used: number; limit: number },
): void {
  const { day } = state;
  if (reported && reported.used < day.used / 2 && day.used > 20) beginDay(state, now, now + DAY_MS);
  else if (now >= day.endsAt) beginDay(state, now, nextUtcDay(now));
  if (reported) Object.assign(day, reported);
  const last = day.samples.at(-1);
  if (last && now - last.at < sampleMs) return;
  day.samples = [
    ...day.samples.filter(({ at }) => at > now - rateMs),
    { at: now, used: usedByOthers(state) },
  ];
}

function beginDay(state: RateLimitState, now: number, endsAt: number): void {
  state.backgroundOfDay = 0;
  state.readsOfDay = {};
  state.idleOfDay = {};
  Object.assign(state.day, { used: 0, endsAt, samples: [{ at: now, used: 0 }] });
}

/**
 * On a used-up day one payment a minute probes the limit: the gateway's count may have been wrong, and a 429 takes no
 * money. One wrong answer must not stop a merchant for a day.
 */
const probeMs = 60_000;

const sampleMs = 300_000;
const rateMs = 3_600_000;
/** A shorter period is too short to measure a rate: pages that are opened at its begin would count as if they were all day. */
const shortestMs = 900_000;
