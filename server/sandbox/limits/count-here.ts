import {
  deleteCountersBefore,
  type RateCounter,
  readCounters,
  writeCounter,
} from "../store/rate-counters.ts";
import type { Db, Store } from "../store/store.ts";
import { DAY_MS, MINUTE_MS, type RateCount } from "./rate-limiter.ts";

/**
 * Counts in memory, which is never behind the store: this process is the only one on its SQLite file. What has changed is
 * put down once a second, in a commit that joins whatever is being committed then. Counting so costs a request nothing: in
 * the commit of each payment it made a lone one 8 % slower, for a page more on the disk. A power cut forgets a second of
 * counts at most, in the caller's favour, and of payments nothing.
 */
export async function countHere(store: Store, now: () => number): Promise<RateCount> {
  const counters = new Map((await store.read(readCounters)).map((counter) => [counter.scope, counter]));
  const changed = new Set<RateCounter>();
  let today = 0;

  /** May be run again, so it changes nothing but the store. */
  async function write(db: Db, some: readonly RateCounter[], day: number): Promise<void> {
    if (day !== today) await deleteCountersBefore(db, day);
    // As they stand, not as a difference: what is counted during the write is written again, behind the others.
    for (const counter of some) await writeCounter(db, { ...counter });
  }

  return {
    count: (scope, limits) => {
      const counter = counterOf(counters, scope, now());
      const allowed = counter.minute_used < limits.minute && counter.day_used < limits.day;
      if (allowed) {
        counter.minute_used++;
        counter.day_used++;
        changed.add(counter);
      }
      return { allowed, minute: counter.minute_used, day: counter.day_used };
    },
    look: (scope) => {
      const { minute_used, day_used } = windowsAt(counters.get(scope), now());
      return { minute: minute_used, day: day_used };
    },
    clear: () => {
      counters.clear();
      changed.clear();
    },
    settle: async () => {
      if (changed.size === 0) return;
      const some = [...changed];
      const day = dayOf(now());
      changed.clear();
      try {
        await store.transact((db) => write(db, some, day));
      } catch (error) {
        for (const counter of some) changed.add(counter);
        throw error;
      }
      if (day !== today)
        for (const [scope, counter] of counters) if (counter.day < day) counters.delete(scope);
      today = day;
    },
  };
}

/** The counter of a caller, at the start of a window where one has begun. */
function counterOf(counters: Map<string, RateCounter>, scope: string, at: number): RateCounter {
  let counter = counters.get(scope);
  if (!counter) {
    counter = { scope, ...windowsAt(undefined, at) };
    counters.set(scope, counter);
  }
  if (counter.minute !== minuteOf(at) || counter.day !== dayOf(at))
    Object.assign(counter, windowsAt(counter, at));
  return counter;
}

/** What is used of the windows of a moment. */
function windowsAt(counter: RateCounter | undefined, at: number): Omit<RateCounter, "scope"> {
  const [minute, day] = [minuteOf(at), dayOf(at)];
  return {
    minute,
    minute_used: counter?.minute === minute ? counter.minute_used : 0,
    day,
    day_used: counter?.day === day ? counter.day_used : 0,
  };
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);
const dayOf = (at: number) => Math.floor(at / DAY_MS);
