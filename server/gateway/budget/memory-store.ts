import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import { log } from "#server/log.ts";
import { atTime } from "./at-time.ts";
import type { BudgetStore } from "./broker.ts";
import { type BudgetState, emptyState } from "./state.ts";

/**
 * For a SQLite file, which one process has to itself: the state is in memory and costs a payment nothing. It is put down
 * once a second while it changes. What a crash forgets the gateway's next answer tells: until then one request goes at a time.
 */
export function memoryStore(db: Kysely<Database>): BudgetStore {
  let state: BudgetState | undefined;
  let writing: NodeJS.Timeout | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const row = await db
      .selectFrom("gateway_budget")
      .select("state")
      .where("id", "=", "now")
      .executeTakeFirst();
    state = row ? restored(JSON.parse(row.state), Date.now()) : emptyState(Date.now());
  }

  async function write(): Promise<void> {
    writing = undefined;
    const row = { state: JSON.stringify({ ...state, line: [], processes: {} }) };
    await db
      .insertInto("gateway_budget")
      .values({ id: "now", ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  async function loaded(): Promise<BudgetState> {
    loading ??= load();
    await loading;
    state = atTime(state as BudgetState, Date.now()); // load() has set it
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
        write().catch((error: unknown) =>
          log.error({ err: error }, "the shared limit could not be put down"),
        );
      }, writeAfterMs).unref();
      return result;
    },
    flush: async () => {
      clearTimeout(writing);
      if (state) await write();
    },
  };
}

/** A state from before this start: nobody waits any more, and what was under way is taken for sent. */
function restored(state: BudgetState, now: number): BudgetState {
  const known = { ...emptyState(now), ...state };
  return {
    ...known,
    line: [],
    processes: {},
    learned: false,
    spent: known.spent.map((spent) => ({ ...spent, done: true })),
  };
}

const writeAfterMs = 1000;
