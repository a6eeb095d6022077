import type { BatchWalk } from "#lib/batch-list.ts";
import { db } from "#server/db/db.ts";
import { sumKept } from "./kept-transactions.ts";
import { beginWalk, findWalk, type WalkRow } from "./walk.ts";

/** The walk of a closed batch, begun now if it has none; undefined for a batch that is not known to be closed. */
export async function walkOfBatch(batchKey: string): Promise<WalkRow | undefined> {
  const walk = await findWalk(batchKey);
  if (walk) return walk;
  const closed = await db()
    .selectFrom("ledger_batches")
    .select("key")
    .where("key", "=", batchKey)
    .where("closed", "=", 1)
    .executeTakeFirst();
  if (!closed) return undefined;
  await beginWalk("batch", batchKey);
  return findWalk(batchKey);
}

/** How far the walk of a batch is, and the sums of its transactions once it is over. Costs no request. */
export async function readBatchWalk(batchKey: string): Promise<BatchWalk> {
  const walk = await walkOfBatch(batchKey);
  if (!walk) return { kind: "not-closed" };
  if (walk.done_at === null)
    return {
      kind: "walking",
      read: walk.read,
      total: walk.total ?? undefined,
      waits: walk.waits ?? undefined,
    };
  return { kind: "done", total: walk.total ?? walk.read, sums: await sumKept(batchKey) };
}
