import { batchNumber } from "#lib/batches/batch-name.ts";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { isReady } from "#lib/reconciliation/states.ts";
import { readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

/** A batch that waits for something is settled by time: there is nothing to do for it today. */
const openStates = ["differences", "explained", "reconciled"] as const;

/** Closed batches that do not agree with the journal, and whose differences nobody has explained yet. */
export const listDifferingBatches = () => listUnsignedBatches(["differences"]);

/** Unsigned closed batches: those with differences first, the oldest first within. */
export async function listUnsignedBatches(
  states: readonly (typeof openStates)[number][] = openStates,
): Promise<AttentionItem[]> {
  const rows = await db()
    .selectFrom("reconciliations")
    .leftJoin("cached_batches", "cached_batches.key", "reconciliations.batch_key")
    .select(["batch_key", "state", "opened_at", "batch"])
    .where("signed_at", "is", null)
    .where("superseded_at", "is", null)
    .where("state", "in", states)
    .orderBy("opened_at")
    .execute();
  const items = rows.map(({ batch_key: key, state, opened_at, batch }) => {
    const read: Batch = JSON.parse(batch ?? "{}");
    return {
      kind: "batch",
      key,
      name: batchNumber({ ...read, key }),
      closedAt: readMoment(env().gatewayTimeZone, read.closed) ?? opened_at,
      isReady: isReady(state),
    } as const;
  });
  return items.sort(
    (one, other) => Number(one.isReady) - Number(other.isReady) || one.closedAt - other.closedAt,
  );
}

/**
 * How many closed batches were not compared yet, so that nobody knows whether they differ. `listed`: how many the gateway
 * has, as far as that is known.
 */
export async function countUncompared(listed: number): Promise<number> {
  const compared = db().selectFrom("reconciliations").select("batch_key").where("superseded_at", "is", null);
  const closed = db()
    .selectFrom("history_batches")
    .select("batch_key as key")
    .where("closed_at", "is not", null)
    .union(db().selectFrom("cached_batches").select("key").where("closed", "=", 1));
  const { all, open } = await db()
    .selectFrom(closed.as("closed"))
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("key", "not in", compared).as("open"),
    ])
    .executeTakeFirstOrThrow();
  return Number(open) + Math.max(0, listed - Number(all));
}
