import { keptOf } from "#lib/shared-limit.ts";
import { dayPermits } from "./day.ts";
import { arrivalMs, type BudgetState, heldMs, type Lane, minuteMs, type Spent } from "./state.ts";

/**
 * When the limit has room. No more than the limit is let through in any 60 s, whatever their beginning: that holds for
 * windows of both kinds. A crowd is let through one after the other rather than all at once, so that whoever comes next
 * never stands before a minute that is spent: the k-th in line goes within `paceOf × k`.
 */
export type Room = {
  limit: number | undefined;
  /** When each request that counts stops counting, ascending. */
  ends: number[];
  lastGrantAt: number;
  notBefore: number;
  /** Of the last minute, and in line: what other lanes leave beside the reserve. */
  moneyWanted: number;
  state: BudgetState;
};

export function roomOf(state: BudgetState, now: number): Room {
  const ends = state.spent.map((spent) => endOf(spent, now)).sort((one, other) => one - other);
  const isMoney = ({ lane }: { lane: string }) => lane === "money";
  return {
    limit: state.minuteLimit ?? undefined,
    ends,
    lastGrantAt: state.lastGrantAt,
    notBefore: Math.max(state.pause?.until ?? 0, state.learned ? 0 : firstAnswerDue(state)),
    moneyWanted: state.spent.filter(isMoney).length + state.line.filter(isMoney).length,
    state,
  };
}

/** The earliest time from `from` on at which a request of this lane may go, were nobody before it. */
export function earliest(room: Room, lane: Lane, from: number): number {
  const { limit, ends } = room;
  const start = Math.max(dayPermits(room.state, lane, from), room.notBefore);
  if (limit === undefined || hasRoom(room, lane, start, limit)) return start;
  // Room only grows while nobody goes: the first end that leaves enough is found by halving.
  let low = countUpTo(ends, start);
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasRoom(room, lane, ends[middle] ?? start, limit)) high = middle;
    else low = middle + 1;
  }
  const freed = Math.max(start, ends[low] ?? start);
  const paced = room.lastGrantAt + paceOf(limit);
  return lane === "money" && paced > start && paced < freed && hasRoom(room, lane, paced, limit)
    ? paced
    : freed;
}

/** Counts a request into the room, as the forecast does for those in line. */
export function take(room: Room, at: number): void {
  const until = at + arrivalMs + minuteMs;
  let place = room.ends.length;
  while (place > 0 && (room.ends[place - 1] ?? 0) > until) place -= 1;
  room.ends.splice(place, 0, until);
  room.lastGrantAt = at;
}

/** Between two requests of a crowd: 1.2 × its share of the minute, so that a sixth can go at once when nobody has lately. */
export const paceOf = (limit: number) => (1.2 * minuteMs) / limit;

function hasRoom(room: Room, lane: Lane, at: number, limit: number): boolean {
  const ended = countUpTo(room.ends, at);
  const free = limit - (room.ends.length - ended) - 1;
  if (free < 0) return false;
  const pace = paceOf(limit);
  if (lane === "money")
    return (
      at >= room.lastGrantAt + pace || keepsPromise(room, at, ended, free, pace, Number.POSITIVE_INFINITY)
    );
  const spare = free - keptOf(lane, limit);
  return spare >= 0 && keepsPromise(room, at, ended, spare, pace, room.moneyWanted);
}

/** Whether `free` and what frees itself in time is enough for one request at each pace from now, up to `wanted` of them. */
function keepsPromise(
  room: Room,
  at: number,
  ended: number,
  free: number,
  pace: number,
  wanted: number,
): boolean {
  const most = Math.ceil((minuteMs + arrivalMs) / pace);
  let place = ended;
  for (let k = 1; k <= Math.min(most, wanted); k += 1) {
    while (place < room.ends.length && (room.ends[place] ?? 0) <= at + k * pace) place += 1;
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

/** When a request stops counting, as far as it is known now. */
export const endOf = ({ done, at, until }: Spent, now: number) =>
  done || until > now ? until : Math.min(now + arrivalMs, at + heldMs);

/** Until an answer has told what is used, one request at a time; one that is slow itself is not waited for. */
function firstAnswerDue({ spent }: BudgetState): number {
  const asking = spent.filter(({ done }) => !done).map(({ at }) => at + patienceMs);
  return Math.max(0, ...asking);
}

const patienceMs = 1500;
