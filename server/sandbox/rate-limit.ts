import type { RateLimitSetting } from "./env.ts";

/** Counts requests by endpoint key and caller in fixed windows of the real clock (contract: Limits). */
export type RateLimiter = {
  /** Counts one request; `allowed` is false, and nothing counted, when a window is full. */
  use(scope: string, limits: RateLimitSetting): { allowed: boolean; header: string };
  clear(): void;
};

export function openRateLimiter(now: () => number = Date.now): RateLimiter {
  const counters = new Map<string, Counter>();
  let minute = -1;

  function counterOf(scope: string): Counter {
    const at = { minute: Math.floor(now() / MINUTE_MS), day: Math.floor(now() / DAY_MS) };
    if (at.minute !== minute) {
      minute = at.minute;
      for (const [name, { day }] of counters) if (day.window !== at.day) counters.delete(name);
    }
    const counter = counters.get(scope) ?? { minute: fresh(at.minute), day: fresh(at.day) };
    counters.set(scope, counter);
    if (counter.minute.window !== at.minute) counter.minute = fresh(at.minute);
    if (counter.day.window !== at.day) counter.day = fresh(at.day);
    return counter;
  }

  return {
    use: (scope, limits) => {
      const counter = counterOf(scope);
      const allowed = counter.minute.used < limits.minute && counter.day.used < limits.day;
      if (allowed) {
        counter.minute.used++;
        counter.day.used++;
      }
      const header = `${counter.minute.used} of ${limits.minute}/min; ${counter.day.used} of ${limits.day}/day`;
      return { allowed, header };
    },
    clear: () => counters.clear(),
  };
}

type Window = { window: number; used: number };
type Counter = { minute: Window; day: Window };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const fresh = (window: number): Window => ({ window, used: 0 });
