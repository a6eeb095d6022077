import { seizeBatch } from "./store/batches.ts";
import type { Db } from "./store/store.ts";
import type { BatchRow } from "./store/tables/batches.ts";

/** How long a batch is `closing` before it is `closed`. */
export const CLOSING_MS = 3000;

/** Takes the open batch out of use; what comes now enters the next one. Undefined when someone else was quicker. */
export async function beginClosing(db: Db, id: number, now: number): Promise<BatchRow | undefined> {
  const batch = await seizeBatch(db, id);
  if (batch.status !== "open") return undefined;
  const changes = { status: "closing", closing_at: now } as const;
  await db.updateTable("batches").set(changes).where("id", "=", id).execute();
  return { ...batch, ...changes };
}

/** Settles a closing batch: what it holds is settled with it. */
export async function finishClosing(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable("batches")
    .set({ status: "closed", closed_at: now })
    .where("id", "=", id)
    .where("status", "=", "closing")
    .execute();
}

/** Everything of batches that has fallen due by `now`: scheduled closes, and the end of those under way. */
export async function runDueBatches(db: Db, now: number): Promise<void> {
  const scheduled = await db
    .selectFrom("batches")
    .select(["id", "scheduled_at"])
    .where("status", "=", "open")
    .where("scheduled_at", "<=", now)
    .execute();
  for (const { id, scheduled_at } of scheduled) await beginClosing(db, id, scheduled_at);
  const closing = await db
    .selectFrom("batches")
    .select(["id", "closing_at"])
    .where("status", "=", "closing")
    .where("closing_at", "<=", now - CLOSING_MS)
    .execute();
  for (const { id, closing_at } of closing) await finishClosing(db, id, (closing_at ?? now) + CLOSING_MS);
}
