import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import { log } from "#server/log.ts";
import { atTime } from "./at-time.ts";
import type { RateLimitStore } from "./shared-limiter.ts";
import { emptyState, type RateLimitState } from "./state.ts";

/**
 * For SQLite, whose file belongs to one process: the state is in memory and costs a payment nothing. Changes are flushed
 * once a second. What a crash loses, the gateway's next answer restores: until then one request goes at a time.
 */
export function memoryStore(db: Kysely<Database>): RateLimitStore {
  let state: RateLimitState | undefined;
  let writing: NodeJS.Timeout | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const row = await db
      .selectFrom("rate_limit_states")
      .select("state")
      .where("id", "=", "now")
      .executeTakeFirst();
    state = row ? restored(JSON.parse(row.state), Date.now()) : emptyState(Date.now());
  }

  async function write(): Promise<void> {
    writing = undefined;
    const row = { state: JSON.stringify({ ...state, queue: [], processes: {} }) };
    await db
      .insertInto("rate_limit_states")
      .values({ id: "now", ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  async function loaded(): Promise<RateLimitState> {
    loading ??= load();
    await loading;
    state = atTime(state as RateLimitState, Date.now()); // load() has set it
    return state;
  }

  return {
    shared: false,
    read: async (act) => {
      const known = await loaded();
      return act(known, known.at);
    },
    change: async (act) => {
      const known = await loaded();
      const result = act(known, known.at);
      writing ??= setTimeout(() => {
        write().catch((error: unknown) => log.error({ err: error }, "the rate limit could not be saved"));
      }, writeAfterMs).unref();
      return result;
    },
    flush: async () => {
      clearTimeout(writing);
      if (state) await write();
    },
  };
}

/** A state from before this start: the queue is empty, and requests that were in flight count as sent. */
function restored(state: RateLimitState, now: number): RateLimitState {
  const known = { ...emptyState(now), ...state };
  return {
    ...known,
    queue: [],
    processes: {},
    calibrated: false,
    spent: known.spent.map((spent) => ({ ...spent, done: true })),
  };
}

const writeAfterMs = 1000;
