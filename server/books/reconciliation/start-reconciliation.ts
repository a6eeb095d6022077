import { DAY_MS } from "#lib/time.ts";
import { isFirstStart, repeat } from "#server/background.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { readClosedBatch } from "#server/gateway-cache/batches.ts";
import { reconcileBatch } from "./read-reconciliation.ts";

/** Compares closed batches in the background, once for the process, so that lists know their states. */
export function startReconciliation(): void {
  if (env().historyDays === 0 || !isFirstStart("merchant-console.reconciliation")) return;
  const work = async () => {
    while (await reconcileDue());
  };
  repeat(work, pauseMs, "reconciling a batch failed; it will be repeated");
}

const pauseMs = 5000;

/** How long a result holds before it is compared again: while it waits for something, and else. */
const holdsMs = { waiting: 60_000, other: 6 * 3_600_000 };
/** Of older batches nothing changes any more but by what a person does, who then looks. */
const watchedForMs = 40 * DAY_MS;

/** Compares the next batch that is due; false when none is or the gateway can't be asked for its totals. */
export async function reconcileDue(now = Date.now()): Promise<boolean> {
  const key = (await findNew()) ?? (await findStale(now));
  if (key === undefined) return false;
  const batch = await readClosedBatch(key);
  if (!batch) return false;
  await reconcileBatch({ ...batch, key }, now);
  return true;
}

/** One that was read to its end and never compared. The latest batches are read first. */
async function findNew(): Promise<string | undefined> {
  const row = await db()
    .selectFrom("batch_syncs")
    .leftJoin("reconciliations", "reconciliations.batch_key", "batch_syncs.list_key")
    .select("list_key")
    .where("kind", "=", "batch")
    .where("done_at", "is not", null)
    .where("reconciliations.batch_key", "is", null)
    .orderBy("done_at")
    .executeTakeFirst();
  return row?.list_key;
}

async function findStale(now: number): Promise<string | undefined> {
  const row = await db()
    .selectFrom("reconciliations")
    .innerJoin("batch_syncs", "batch_syncs.list_key", "reconciliations.batch_key")
    .select("batch_key")
    .where("superseded_at", "is", null)
    .where("done_at", ">", now - watchedForMs)
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "waiting"), eb("checked_at", "<", now - holdsMs.waiting)]),
        eb("checked_at", "<", now - holdsMs.other),
      ]),
    )
    .orderBy("checked_at")
    .executeTakeFirst();
  return row?.batch_key;
}
