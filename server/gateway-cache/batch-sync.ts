import type { BatchSync } from "#lib/batches/batch-list.ts";
import { db } from "#server/db/db.ts";
import { sumCached } from "./cached-transactions.ts";
import { beginSync, findSync, putFirst, type SyncRow } from "./sync.ts";

/** The sync of a closed batch, started now if none is running; undefined for a batch not known to be closed. */
export async function syncOfBatch(batchKey: string): Promise<SyncRow | undefined> {
  const sync = await findSync(batchKey);
  if (sync?.done_at === null && sync.read === 0) await putFirst(batchKey);
  if (sync) return sync;
  const closed = await db()
    .selectFrom("cached_batches")
    .select("key")
    .where("key", "=", batchKey)
    .where("closed", "=", 1)
    .executeTakeFirst();
  if (!closed) return undefined;
  await beginSync("batch", batchKey);
  return findSync(batchKey);
}

/** The progress of a batch's sync, and the sums of its transactions once it is done. Costs no request. */
export async function readBatchSync(batchKey: string): Promise<BatchSync> {
  const sync = await syncOfBatch(batchKey);
  if (!sync) return { kind: "not-closed" };
  if (sync.done_at === null)
    return {
      kind: "syncing",
      read: sync.read,
      total: sync.total ?? undefined,
      waits: sync.waits ?? undefined,
    };
  return { kind: "done", total: sync.total ?? sync.read, sums: await sumCached(batchKey) };
}
