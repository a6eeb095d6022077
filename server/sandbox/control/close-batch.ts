import { beginClosing, finishClosing } from "../batch-life.ts";
import type { Sandbox } from "../context.ts";
import { presentBatch } from "../presenters/batch.ts";
import { Refusal } from "../refusal.ts";
import { findBatch, findBatchById, sumBatch } from "../store/batches.ts";

/** Closes the open batch now, through `closing`; answers when it is closed. */
export async function closeCurrentBatch({
  store,
  clock,
  settings,
}: Sandbox): Promise<Record<string, unknown>> {
  const id = await store.transact(async (db) => {
    const batch = await findBatch(db, "current");
    const closing = batch && (await beginClosing(db, batch.id, clock.now()));
    if (!closing) throw new Refusal("notFound");
    return closing.id;
  });
  return await store.transact(async (db) => {
    await finishClosing(db, id, clock.now());
    const batch = await findBatchById(db, id);
    if (!batch) throw new Refusal("notFound");
    return presentBatch(batch, await sumBatch(db, id), settings.timeZone);
  });
}
