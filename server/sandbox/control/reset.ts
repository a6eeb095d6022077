import { keysOf } from "#lib/keys-of.ts";
import type { Sandbox } from "../context.ts";
import { tables } from "../store/database.ts";
import { deleteFact } from "../store/facts.ts";

/** Empties the store except for the keys, and resets clock, faults, counters and the receiver of events. */
export async function reset({
  store,
  clock,
  faults,
  rules,
  limiter,
  requests,
  webhooks,
}: Sandbox): Promise<{ status: string }> {
  // First, so that no earlier count is written again afterwards.
  limiter.clear();
  await webhooks.reset(() =>
    store.transact(async (db) => {
      for (const name of emptied) await db.deleteFrom(name).execute();
      await deleteFact(db, "webhook-target");
      await deleteFact(db, "sample");
    }),
  );
  await clock.reset();
  faults.clear();
  await rules.replace([]);
  requests.clear();
  return { status: "success" };
}

const kept: ReadonlySet<string> = new Set(["facts", "sources", "endpoints"]);
// The groups first: a process that is running one holds its lock.
const emptied = new Set<keyof typeof tables>([
  "bulk_groups",
  ...keysOf(tables).filter((name) => !kept.has(name)),
]);
