import { minuteMs, type RateLimitState, type Spent } from "./state.ts";
import { endOf } from "./window.ts";

/**
 * One person's share of the limit for reads: two thirds of the minute, ten at least, and half of the day. So no one uses
 * up everybody's. Undefined while there is room in it; else of which window it is used up, and when there is room again.
 */
export function findUsedUpShare(
  state: RateLimitState,
  person: string,
  now: number,
): { of: "minute" | "day"; freeAt: number } | undefined {
  const { day, minuteLimit, readsOfDay } = state;
  const isOfToday = day.limit !== undefined && now < day.endsAt;
  if (isOfToday && (readsOfDay[person] ?? 0) >= shareOf(day.limit ?? 0, 1 / 2))
    return { of: "day", freeAt: day.endsAt };
  if (minuteLimit === null) return undefined;
  const ends = state.spent
    .filter(({ reader }) => reader === person)
    .map((spent) => endOf(spent, now))
    .filter((end) => end > now)
    .sort((one, other) => one - other);
  const queued = state.queue.filter(({ reader }) => reader === person).length;
  const over = ends.length + queued - shareOf(minuteLimit, 2 / 3);
  return over < 0 ? undefined : { of: "minute", freeAt: ends[over] ?? now + minuteMs };
}

/**
 * Whether a person may read for a payment beside their share, as payments may: ten reads a minute and a tenth of the day
 * that end without a payment. Otherwise an action on payments that don't exist would use up everybody's limit.
 */
export function mayReadForPayment(state: RateLimitState, person: string, now: number): boolean {
  const { day, idleOfDay } = state;
  const isOfToday = day.limit !== undefined && now < day.endsAt;
  if (isOfToday && (idleOfDay[person] ?? 0) >= Math.max(maxIdle, (day.limit ?? 0) / 10)) return false;
  const idle = state.spent.filter((spent) => spent.payer === person && endOf(spent, now) > now).length;
  return idle + state.queue.filter(({ payer }) => payer === person).length < maxIdle;
}

const maxIdle = 10;

/** The payment that it was read for was sent, or it was never sent itself: it no longer counts as idle. */
export function forgiveIdle(state: RateLimitState, spent: Spent | undefined): void {
  if (!spent?.payer) return;
  state.idleOfDay[spent.payer] = Math.max(0, (state.idleOfDay[spent.payer] ?? 0) - 1);
  delete spent.payer;
}

const shareOf = (limit: number, part: number) => Math.max(leastReads, Math.floor(limit * part));
const leastReads = 10;
