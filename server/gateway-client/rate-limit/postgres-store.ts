import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { atTime } from "./at-time.ts";
import type { RateLimitStore } from "./shared-limiter.ts";
import { emptyState, type RateLimitState } from "./state.ts";

/**
 * For PostgreSQL: the state is one row that all processes lock in turn, by the server's clock. Changes that a process
 * makes while it waits for the row are applied together.
 */
export function postgresStore(db: Kysely<Database>): RateLimitStore {
  let waiting: Change[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      try {
        const results = await changeRow(db, taken);
        taken.forEach(({ resolve }, place) => {
          resolve(results[place]);
        });
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    running = false;
  }

  return {
    shared: true,
    change: <Value>(act: (state: RateLimitState, now: number) => Value) =>
      new Promise<Value>((resolve, reject) => {
        // Each change is answered with what its own act returned.
        waiting.push({ act, resolve: resolve as (value: unknown) => void, reject });
        if (!running) void run();
      }),
    read: async (act) => {
      const row = await selectState(db).executeTakeFirst();
      const now = row?.now ?? Date.now();
      return act(row ? atTime(readState(row), now) : emptyState(now), now);
    },
    flush: async () => undefined,
  };
}

type Change = {
  act: (state: RateLimitState, now: number) => unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
};

async function changeRow(db: Kysely<Database>, changes: readonly Change[]): Promise<unknown[]> {
  return db.transaction().execute(async (store) => {
    const row = await lockRow(store);
    const state = atTime(row.state, row.now);
    const results = changes.map(({ act }) => act(state, state.at));
    await store
      .updateTable("rate_limit_states")
      .set({ state: JSON.stringify(state) })
      .where("id", "=", "now")
      .execute();
    return results;
  });
}

async function lockRow(store: Kysely<Database>): Promise<{ state: RateLimitState; now: number }> {
  // What a crash of the database server could lose, the gateway's next answer restores. Set in the same query, since
  // every round trip keeps the row locked longer.
  const quickly = sql`set_config('synchronous_commit', 'off', true)`.as("quickly");
  const row = await selectState(store).select(quickly).forUpdate().executeTakeFirst();
  if (row) return { state: readState(row), now: row.now };
  await store
    .insertInto("rate_limit_states")
    .values({ id: "now", state: JSON.stringify(emptyState(Date.now())) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lockRow(store);
}

function selectState(store: Kysely<Database>) {
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as("now");
  return store.selectFrom("rate_limit_states").select(["state", now]).where("id", "=", "now");
}

const readState = (row: { state: string; now: number }): RateLimitState => ({
  ...emptyState(row.now),
  ...JSON.parse(row.state),
});
