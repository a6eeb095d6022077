import type { Sandbox } from "../context.ts";
import type { Db } from "../store/store.ts";

/** Numbers that say what happened so far. */
export async function readState({ store, requests }: Sandbox) {
  return await store.read(async (db) => ({
    transactions: await countRows(db, "transactions"),
    batches: await countRows(db, "batches"),
    tokens: await countRows(db, "tokens"),
    groups: 0,
    deliveries: 0,
    requests: Object.fromEntries(requests),
    residentBytes: process.memoryUsage.rss(),
  }));
}

async function countRows(db: Db, table: "transactions" | "batches" | "tokens"): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
