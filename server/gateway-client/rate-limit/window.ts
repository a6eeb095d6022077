import { reservedPerMinute } from "#lib/rate-limit.ts";
import { dayPermits } from "./day.ts";
import { arrivalMs, heldMs, minuteMs, type Priority, type RateLimitState, type Spent } from "./state.ts";

/**
 * When the limit has capacity. At most the limit is admitted in any 60 s, which is safe with rolling and clock windows.
 * A burst is admitted at a pace rather than all at once, so that the next request never meets a spent minute: the k-th in
 * the queue goes within `paceOf × k`.
 */
export type RateWindow = {
  limit: number | undefined;
  /** When each request that counts stops counting, ascending. */
  ends: number[];
  lastGrantAt: number;
  notBefore: number;
  /** Payments of the last minute and in the queue: other priorities leave as much beside the reserve. */
  moneyWanted: number;
  state: RateLimitState;
};

export function availableAt(state: RateLimitState, now: number): RateWindow {
  const ends = state.spent.map((spent) => endOf(spent, now)).sort((one, other) => one - other);
  const isMoney = ({ priority }: { priority: string }) => priority === "money";
  return {
    limit: state.minuteLimit ?? undefined,
    ends,
    lastGrantAt: state.lastGrantAt,
    notBefore: Math.max(state.pause?.until ?? 0, state.calibrated ? 0 : firstAnswerDue(state)),
    moneyWanted: state.spent.filter(isMoney).length + state.queue.filter(isMoney).length,
    state,
  };
}

/** The earliest time from `from` on at which a request of this priority may go if it were next. */
export function earliest(window: RateWindow, priority: Priority, from: number): number {
  const { limit, ends } = window;
  const start = Math.max(dayPermits(window.state, priority, from, window.lastGrantAt), window.notBefore);
  if (limit === undefined || hasCapacity(window, priority, start, limit)) return start;
  // Capacity only grows while nothing is sent: the first end that leaves enough is found by bisection.
  let low = countUpTo(ends, start);
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasCapacity(window, priority, ends[middle] ?? start, limit)) high = middle;
    else low = middle + 1;
  }
  const freed = Math.max(start, ends[low] ?? start);
  const paced = window.lastGrantAt + paceOf(limit);
  return priority === "money" && paced > start && paced < freed && hasCapacity(window, priority, paced, limit)
    ? paced
    : freed;
}

/** Counts a request into the window, as the forecast does for queued ones. */
export function take(window: RateWindow, at: number): void {
  const until = at + arrivalMs + minuteMs;
  let place = window.ends.length;
  while (place > 0 && (window.ends[place - 1] ?? 0) > until) place -= 1;
  window.ends.splice(place, 0, until);
  window.lastGrantAt = at;
}

/** Between two requests of a burst: 1.2 × its share of the minute, so that a sixth can go at once after a quiet time. */
const paceOf = (limit: number) => (1.2 * minuteMs) / limit;

function hasCapacity(window: RateWindow, priority: Priority, at: number, limit: number): boolean {
  const ended = countUpTo(window.ends, at);
  const free = limit - (window.ends.length - ended) - 1;
  if (free < 0) return false;
  const pace = paceOf(limit);
  if (priority === "money")
    return (
      at >= window.lastGrantAt + pace || keepsPromise(window, at, ended, free, pace, Number.POSITIVE_INFINITY)
    );
  const spare = free - reservedPerMinute(priority, limit);
  return spare >= 0 && keepsPromise(window, at, ended, spare, pace, window.moneyWanted);
}

/** Whether `free` plus the capacity freed in time is enough for one request at each pace from now, up to `wanted` of them. */
function keepsPromise(
  window: RateWindow,
  at: number,
  ended: number,
  free: number,
  pace: number,
  wanted: number,
): boolean {
  const most = Math.ceil((minuteMs + arrivalMs) / pace);
  let place = ended;
  for (let k = 1; k <= Math.min(most, wanted); k += 1) {
    while (place < window.ends.length && (window.ends[place] ?? 0) <= at + k * pace) place += 1;
    if (free + place - ended < k) return false;
  }
  return true;
}

/** How many of the ascending times are not after `at`. */
function countUpTo(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** When a request stops counting, as known now. */
export const endOf = ({ done, at, until }: Spent, now: number) =>
  done || until > now ? until : Math.min(now + arrivalMs, at + heldMs);

/** Until an answer has reported how much is used, one request goes at a time; a slow one is not waited for. */
function firstAnswerDue({ spent }: RateLimitState): number {
  const asking = spent.filter(({ done }) => !done).map(({ at }) => at + patienceMs);
  return Math.max(0, ...asking);
}

const patienceMs = 1500;
