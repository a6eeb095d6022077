import { minuteMs, nextUtcDay, type RateLimitState } from "./state.ts";

/**
 * The state brought to `now`, epoch ms. A clock that went back a little is waited for. When the state is from more than a
 * minute ahead was written under a wrong clock: all its times move back as far, and it is calibrated again as after a
 * start. Otherwise nothing could be sent until that wrong time.
 */
export function atTime(state: RateLimitState, now: number): RateLimitState {
  const aheadMs = state.at - now;
  if (aheadMs > minuteMs) return movedBack(state, now, aheadMs);
  state.at = Math.max(state.at, now);
  // No pause is longer than a minute, whichever version stored it.
  if (state.pause) state.pause.until = Math.min(state.pause.until, state.at + minuteMs);
  return state;
}

function movedBack(state: RateLimitState, now: number, aheadMs: number): RateLimitState {
  const back = (at: number) => Math.max(0, at - aheadMs);
  const { day, pause, pulse, lastReported, hosts } = state;
  const isSameDay = day.endsAt === nextUtcDay(now);
  return {
    ...state,
    at: now,
    calibrated: false,
    day: { limit: day.limit, used: isSameDay ? day.used : 0, endsAt: nextUtcDay(now), samples: [] },
    backgroundOfDay: isSameDay ? state.backgroundOfDay : 0,
    readsOfDay: isSameDay ? state.readsOfDay : {},
    idleOfDay: isSameDay ? state.idleOfDay : {},
    lastReported: { ...lastReported, at: back(lastReported.at), fellWithClock: 0 },
    spent: state.spent.map((spent) => ({ ...spent, at: back(spent.at), until: back(spent.until) })),
    lastGrantAt: back(state.lastGrantAt),
    lastBackgroundAt: back(state.lastBackgroundAt),
    queue: state.queue.map((waiting) => ({ ...waiting, since: back(waiting.since) })),
    processes: Object.fromEntries(Object.entries(state.processes).map(([id, at]) => [id, back(at)])),
    pause: pause && { ...pause, until: back(pause.until) },
    hosts: Object.fromEntries(
      Object.entries(hosts).map(([host, note]) => [
        host,
        {
          ...note,
          pausedUntil: back(note.pausedUntil),
          probedUntil: back(note.probedUntil),
          answeredAt: note.answeredAt && back(note.answeredAt),
        },
      ]),
    ),
    errors: state.errors.map((error) => ({ ...error, at: back(error.at) })),
    pulse: pulse && { ...pulse, seenAt: back(pulse.seenAt) },
  };
}
