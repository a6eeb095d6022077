import { type BudgetState, type Lane, nextUtcDay } from "./state.ts";

/** The share of the day's limit that a lane leaves to the ones before it. */
const leaves: Record<Lane, number> = { money: 0, resolve: 0.01, person: 0.02, background: 0.1 };

/** From when on the day's limit lets a request of this lane go. */
export function dayPermits(state: BudgetState, lane: Lane, from: number): number {
  const { limit, used, endsAt } = state.day;
  if (limit === undefined || from >= endsAt) return from;
  const left = limit - used - Math.floor(limit * leaves[lane]);
  if (left <= 0) return lane === "money" ? Math.min(endsAt, state.lastGrantAt + probeMs) : endsAt;
  if (lane !== "background" || usedUpAt(state, from) === undefined) return from;
  // The day would not last at this rate: what can wait goes at half the rate that lasts, or slower.
  return Math.max(from, state.lastGrantAt + (2 * (endsAt - from)) / left);
}

/** When the day's limit is used up at the rate of the last hour; undefined when it lasts. */
export function usedUpAt(state: BudgetState, now: number): number | undefined {
  const { limit, used, endsAt, samples } = state.day;
  const first = samples[0];
  if (limit === undefined || !first || now - first.at < shortestMs) return undefined;
  const perMs = (used - first.used) / (now - first.at);
  if (perMs <= 0) return undefined;
  const at = now + Math.max(0, limit - used) / perMs;
  return at < endsAt ? at : undefined;
}

/** Counts requests into the day, as the gateway told it (`told`) or by our own counting. */
export function countDay(state: BudgetState, now: number, told?: { used: number; limit: number }): void {
  const { day } = state;
  if (told && told.used < day.used / 2 && day.used > 20) beginDay(state, now, now + 86_400_000);
  else if (now >= day.endsAt) beginDay(state, now, nextUtcDay(now));
  if (told) Object.assign(day, told);
  const last = day.samples.at(-1);
  if (last && now - last.at < sampleMs) return;
  day.samples = [...day.samples.filter(({ at }) => at > now - rateMs), { at: now, used: day.used }];
}

function beginDay({ day }: BudgetState, now: number, endsAt: number): void {
  Object.assign(day, { used: 0, endsAt, samples: [{ at: now, used: 0 }] });
}

/**
 * A used-up day lets one payment ask each minute: the gateway's count may have been wrong, and a 429 takes no money. One
 * wrong answer must not stop a shop for a day.
 */
const probeMs = 60_000;

const sampleMs = 300_000;
const rateMs = 3_600_000;
/** Less than this tells no rate. */
const shortestMs = 60_000;
