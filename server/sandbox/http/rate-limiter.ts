import { DAY_MS } from "#lib/time.ts";
import { isPostgres, storeTimeMs } from "#server/sql/dialect.ts";
import type { RateLimiter, Store } from "../context.ts";
import type { RateLimitSetting } from "../settings.ts";
import type { Db } from "../store/database.ts";
import {
  countRequests,
  deleteCountersBefore,
  type RateCounter,
  readCounter,
  readCounters,
  type Used,
  windowsAt,
  writeCounter,
} from "../store/rate-counters.ts";

/** Limits hold across restarts, and jointly for all processes on one PostgreSQL. `now` is in epoch ms. */
export async function openRateLimiter(store: Store, now: () => number = Date.now): Promise<RateLimiter> {
  const shared = await store.read(async (db) => isPostgres(db));
  return shared ? sharedLimiter(store) : await ownLimiter(store, now);
}

/** PostgreSQL: counts in the row that all processes share, before a request is admitted. */
function sharedLimiter(store: Store): RateLimiter {
  const use = countTogether(store);
  let today = 0;
  return {
    use,
    look: async (scope, limits) =>
      headerOf(
        await store.read(async (db) => windowsAt(await readCounter(db, scope), await storeTimeMs(db))),
        limits,
      ),
    clear: () => {},
    flush: async () => {
      const day = Math.floor(Date.now() / DAY_MS);
      if (day === today) return;
      today = day;
      // One day more than necessary: this machine's clock may differ from the server's.
      await store.transact((db) => deleteCountersBefore(db, day - 1));
    },
  };
}

/** Requests that arrive while their caller is being counted are counted together next, since each count writes the same row. */
function countTogether(store: Store): RateLimiter["use"] {
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Group>();

  function startGroup(scope: string, limits: RateLimitSetting): Group {
    const before = Promise.resolve(last.get(scope)).catch(() => {});
    const counted = before.then(() => {
      waiting.delete(scope);
      // One statement, which is its own transaction.
      return store.read((db) => countRequests(db, scope, limits, group.asked));
    });
    const group: Group = { asked: 0, counted };
    const forget = () => void (last.get(scope) === counted && last.delete(scope));
    counted.then(forget, forget);
    last.set(scope, counted);
    waiting.set(scope, group);
    return group;
  }

  return async (scope, limits) => {
    const group = waiting.get(scope) ?? startGroup(scope, limits);
    const place = ++group.asked;
    const { granted, minute_used, day_used } = await group.counted;
    const allowed = place <= granted;
    // What is used with this request, without those counted after it.
    const after = allowed ? granted - place : 0;
    return {
      allowed,
      header: headerOf({ minute_used: minute_used - after, day_used: day_used - after }, limits),
    };
  };
}

/** Requests that are counted together. */
type Group = { asked: number; counted: Promise<Used> };

/**
 * SQLite: counts in memory, since this process is the only one on its file. Changes are written once a second; a power cut
 * loses a second of counts at most, in the caller's favor.
 */
async function ownLimiter(store: Store, now: () => number): Promise<RateLimiter> {
  const counters = new Map((await store.read(readCounters)).map((counter) => [counter.scope, counter]));
  const changed = new Set<RateCounter>();
  let today = 0;

  /** May run more than once, so it changes nothing but the store. */
  async function write(db: Db, some: readonly RateCounter[], day: number): Promise<void> {
    if (day !== today) await deleteCountersBefore(db, day);
    // Absolute values: what is counted during the write is written again by the next flush.
    for (const counter of some) await writeCounter(db, { ...counter });
  }

  return {
    use: async (scope, limits) => {
      const counter = counterOf(counters, scope, now());
      const allowed = counter.minute_used < limits.minute && counter.day_used < limits.day;
      if (allowed) {
        counter.minute_used++;
        counter.day_used++;
        changed.add(counter);
      }
      return { allowed, header: headerOf(counter, limits) };
    },
    look: async (scope, limits) => headerOf(windowsAt(counters.get(scope), now()), limits),
    clear: () => {
      counters.clear();
      changed.clear();
    },
    flush: async () => {
      if (changed.size === 0) return;
      const some = [...changed];
      const { day } = windowsAt(undefined, now());
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

/** The counter of a caller, reset for the windows that have begun since. */
function counterOf(counters: Map<string, RateCounter>, scope: string, at: number): RateCounter {
  let counter = counters.get(scope);
  if (!counter) {
    counter = { scope, ...windowsAt(undefined, at) };
    counters.set(scope, counter);
  }
  return Object.assign(counter, windowsAt(counter, at));
}

const headerOf = (
  { minute_used, day_used }: Pick<Used, "minute_used" | "day_used">,
  limits: RateLimitSetting,
) => `${minute_used} of ${limits.minute}/min; ${day_used} of ${limits.day}/day`;
