import { type BudgetState, minuteMs, nextUtcDay } from "./state.ts";

/**
 * The state brought to `now`, epoch ms. A clock that went back a little is waited for. When the state is from more than a
 * minute ahead, the clock was wrong then: every time in it moves back as far, and the limit is learned again as after a
 * start. Otherwise nothing could be sent until the wrong time has come.
 */
export function atTime(state: BudgetState, now: number): BudgetState {
  const aheadMs = state.at - now;
  if (aheadMs > minuteMs) return movedBack(state, now, aheadMs);
  state.at = Math.max(state.at, now);
  return state;
}

function movedBack(state: BudgetState, now: number, aheadMs: number): BudgetState {
  const back = (at: number) => Math.max(0, at - aheadMs);
  const { day, pause, pulse, lastTold, hosts } = state;
  const isSameDay = day.endsAt === nextUtcDay(now);
  return {
    ...state,
    at: now,
    learned: false,
    day: { limit: day.limit, used: isSameDay ? day.used : 0, endsAt: nextUtcDay(now), samples: [] },
    lastTold: { ...lastTold, at: back(lastTold.at), fellWithClock: 0 },
    spent: state.spent.map((spent) => ({ ...spent, at: back(spent.at), until: back(spent.until) })),
    lastGrantAt: back(state.lastGrantAt),
    line: state.line.map((waiting) => ({ ...waiting, since: back(waiting.since) })),
    processes: Object.fromEntries(Object.entries(state.processes).map(([id, at]) => [id, back(at)])),
    pause: pause && { ...pause, until: back(pause.until) },
    hosts: Object.fromEntries(
      Object.entries(hosts).map(([host, note]) => [
        host,
        {
          ...note,
          restsUntil: back(note.restsUntil),
          probedUntil: back(note.probedUntil),
          answeredAt: note.answeredAt && back(note.answeredAt),
        },
      ]),
    ),
    errors: state.errors.map((error) => ({ ...error, at: back(error.at) })),
    pulse: pulse && { ...pulse, seenAt: back(pulse.seenAt) },
  };
}
