import { arrivalMs, minuteMs, priorities, type Queued, type RateLimitState } from "./state.ts";
import { availableAt, earliest, endOf, take } from "./window.ts";

/** Who goes next: priorities in their order, within a priority people take turns, and each person's requests go in the order they came. */

export type NewEntry = Omit<Queued, "turn" | "since"> & { isRetry?: boolean };

/** Adds a request to the queue. `admitNext` decides whose turn it is. */
export function enterQueue(state: RateLimitState, { isRetry, ...newcomer }: NewEntry, now: number): void {
  const priority = state.queue.filter((waiting) => waiting.priority === newcomer.priority);
  const own = priority.filter(({ person }) => person === newcomer.person).map(({ turn }) => turn);
  const current = Math.max(0, Math.min(...priority.map(({ turn }) => turn), Number.MAX_SAFE_INTEGER));
  const turn = isRetry ? -1 : own.length > 0 ? Math.max(0, ...own) + 1 : priority.length > 0 ? current : 0;
  state.queue.push({ ...newcomer, turn, since: now });
  state.queue.sort(byTurn);
}

/** Removes a request from the queue. False when it is not there. */
export function leaveQueue(state: RateLimitState, id: string): boolean {
  const length = state.queue.length;
  state.queue = state.queue.filter((waiting) => waiting.id !== id);
  return state.queue.length < length;
}

/**
 * Admits the requests of `process` whose turn has come or comes within `aheadMs`. Returns them with the time each may
 * leave, and when the next one of the process is due. A silent process is skipped, and later removed.
 */
export function admitNext(
  state: RateLimitState,
  process: string,
  now: number,
  aheadMs = 0,
): { gone: { id: string; at: number }[]; dueAt: number | undefined } {
  forgetOld(state, process, now);
  const gone: { id: string; at: number }[] = [];
  for (;;) {
    const next = state.queue.find((waiting) => isAlive(state, waiting, now));
    if (next?.process !== process) break;
    const at = earliest(availableAt(state, now), next.priority, Math.max(now, gone.at(-1)?.at ?? 0));
    // While the state is not calibrated, requeued requests go before waiting ones.
    if (at > now + (state.calibrated && !state.pause ? aheadMs : 0)) break;
    leaveQueue(state, next.id);
    grant(state, next, at);
    gone.push({ id: next.id, at });
  }
  const own = state.queue.find((waiting) => waiting.process === process);
  return { gone, dueAt: own && forecast(state, now, own.id).get(own.id)?.dueAt };
}

/** For each queued request its place, from 1, and when it will go as things are now. Stops after `last` when given. */
export function forecast(
  state: RateLimitState,
  now: number,
  last?: string,
): Map<string, { place: number; dueAt: number }> {
  const window = availableAt(state, now);
  const dues = new Map<string, { place: number; dueAt: number }>();
  let at = now;
  for (const waiting of state.queue) {
    at = earliest(window, waiting.priority, at);
    take(window, at);
    dues.set(waiting.id, { place: dues.size + 1, dueAt: at });
    if (waiting.id === last) break;
  }
  return dues;
}

/** When a payment submitted now would be sent. */
export function nextPayment(state: RateLimitState, now: number): number {
  const window = availableAt(state, now);
  let at = now;
  for (const { priority } of state.queue.filter((waiting) => waiting.priority === "money")) {
    at = earliest(window, priority, at);
    take(window, at);
  }
  return earliest(window, "money", at);
}

function grant(state: RateLimitState, { id, priority, reader, payer }: Queued, at: number): void {
  // Without a limit there is nothing to remember.
  if (state.minuteLimit !== null || !state.calibrated)
    state.spent.push({
      id,
      priority,
      at,
      until: at + arrivalMs + minuteMs,
      done: false,
      ...(reader && { reader }),
      ...(payer && { payer }),
    });
  state.lastGrantAt = at;
  state.day.used += 1;
  if (priority === "background") {
    state.lastBackgroundAt = at;
    state.backgroundOfDay += 1;
  }
  if (reader) state.readsOfDay[reader] = (state.readsOfDay[reader] ?? 0) + 1;
  if (payer) state.idleOfDay[payer] = (state.idleOfDay[payer] ?? 0) + 1;
}

function forgetOld(state: RateLimitState, process: string, now: number): void {
  state.processes[process] = now;
  for (const [id, seenAt] of Object.entries(state.processes))
    if (seenAt < now - forgottenMs) delete state.processes[id];
  state.queue = state.queue.filter((waiting) => state.processes[waiting.process] !== undefined);
  state.spent = state.spent.filter((spent) => endOf(spent, now) > now - keptMs);
}

const isAlive = (state: RateLimitState, { process }: Queued, now: number) =>
  (state.processes[process] ?? 0) > now - silentMs;

const silentMs = 1500;
const forgottenMs = 10_000;
/** A request that has just stopped counting may still be in the count of an answer in flight. */
const keptMs = 2000;

function byTurn(one: Queued, other: Queued): number {
  return (
    priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
    one.turn - other.turn ||
    one.since - other.since
  );
}
