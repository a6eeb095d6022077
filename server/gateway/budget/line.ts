import { earliest, endOf, roomOf, take } from "./room.ts";
import { arrivalMs, type BudgetState, lanes, minuteMs, type Waiting } from "./state.ts";

/** Who goes next: the lanes in their order, in a lane people in turn, each person's own in the order they came. */

export type Newcomer = Omit<Waiting, "round" | "since"> & { isBack?: boolean };

/** Stands in line. Ask `goNext` whose turn it is. */
export function enterLine(state: BudgetState, { isBack, ...newcomer }: Newcomer, now: number): void {
  const lane = state.line.filter((waiting) => waiting.lane === newcomer.lane);
  const own = lane.filter(({ person }) => person === newcomer.person).map(({ round }) => round);
  const current = Math.max(0, Math.min(...lane.map(({ round }) => round), Number.MAX_SAFE_INTEGER));
  const round = isBack ? -1 : own.length > 0 ? Math.max(0, ...own) + 1 : lane.length > 0 ? current : 0;
  state.line.push({ ...newcomer, round, since: now });
  state.line.sort(byTurn);
}

/** False when it is not in line (any more). */
export function leaveLine(state: BudgetState, id: string): boolean {
  const length = state.line.length;
  state.line = state.line.filter((waiting) => waiting.id !== id);
  return state.line.length < length;
}

/**
 * Lets go whose turn has come or comes within `aheadMs`, as far as they belong to `process`: who it lets go and when each
 * is to leave, and when the next of its own is due. A process that has not been heard of for a while is passed over, and
 * forgotten after a longer while.
 */
export function goNext(
  state: BudgetState,
  process: string,
  now: number,
  aheadMs = 0,
): { gone: { id: string; at: number }[]; dueAt: number | undefined } {
  forgetOld(state, process, now);
  const gone: { id: string; at: number }[] = [];
  for (;;) {
    const next = state.line.find((waiting) => isAlive(state, waiting, now));
    if (next?.process !== process) break;
    const at = earliest(roomOf(state, now), next.lane, Math.max(now, gone.at(-1)?.at ?? 0));
    // While the limit is being learned, who comes back goes before who is waiting.
    if (at > now + (state.learned && !state.pause ? aheadMs : 0)) break;
    leaveLine(state, next.id);
    grant(state, next, at);
    gone.push({ id: next.id, at });
  }
  const own = state.line.find((waiting) => waiting.process === process);
  return { gone, dueAt: own && forecast(state, now, own.id).get(own.id)?.dueAt };
}

/** For each in line its place, from 1, and when it goes as things stand; as far as `last`, when only that is asked for. */
export function forecast(
  state: BudgetState,
  now: number,
  last?: string,
): Map<string, { place: number; dueAt: number }> {
  const room = roomOf(state, now);
  const dues = new Map<string, { place: number; dueAt: number }>();
  let at = now;
  for (const waiting of state.line) {
    at = earliest(room, waiting.lane, at);
    take(room, at);
    dues.set(waiting.id, { place: dues.size + 1, dueAt: at });
    if (waiting.id === last) break;
  }
  return dues;
}

/** When a payment that is sent now would go. */
export function nextPayment(state: BudgetState, now: number): number {
  const room = roomOf(state, now);
  let at = now;
  for (const { lane } of state.line.filter((waiting) => waiting.lane === "money")) {
    at = earliest(room, lane, at);
    take(room, at);
  }
  return earliest(room, "money", at);
}

function grant(state: BudgetState, { id, lane }: Waiting, at: number): void {
  // Where there is no limit nothing has to be remembered.
  if (state.minuteLimit !== null || !state.learned)
    state.spent.push({ id, lane, at, until: at + arrivalMs + minuteMs, done: false });
  state.lastGrantAt = at;
  state.day.used += 1;
}

function forgetOld(state: BudgetState, process: string, now: number): void {
  state.processes[process] = now;
  for (const [id, seenAt] of Object.entries(state.processes))
    if (seenAt < now - forgottenMs) delete state.processes[id];
  state.line = state.line.filter((waiting) => state.processes[waiting.process] !== undefined);
  state.spent = state.spent.filter((spent) => endOf(spent, now) > now - keptMs);
}

const isAlive = (state: BudgetState, { process }: Waiting, now: number) =>
  (state.processes[process] ?? 0) > now - silentMs;

const silentMs = 1500;
const forgottenMs = 10_000;
/** What has just ended may still be in the count of an answer under way. */
const keptMs = 2000;

function byTurn(one: Waiting, other: Waiting): number {
  return (
    lanes.indexOf(one.lane) - lanes.indexOf(other.lane) || one.round - other.round || one.since - other.since
  );
}
