import type { Sandbox } from "../context.ts";
import type { Db } from "../store/store.ts";

/** Numbers that say what happened so far. */
export async function readState({ store, requests }: Sandbox) {
  return await store.read(async (db) => ({
    transactions: await countRows(db, "transactions"),
    batches: await countRows(db, "batches"),
    tokens: await countRows(db, "tokens"),
    groups: await countRows(db, "bulk_groups"),
    deliveries: await countRows(db, "deliveries"),
    requests: Object.fromEntries(requests),
    residentBytes: process.memoryUsage.rss(),
  }));
}

type Counted = "transactions" | "batches" | "tokens" | "deliveries" | "bulk_groups";

async function countRows(db: Db, table: Counted): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
