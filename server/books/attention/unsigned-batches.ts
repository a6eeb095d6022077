import { batchNumber } from "#lib/batches/batch-name.ts";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { isReady } from "#lib/reconciliation/states.ts";
import { readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

const mostBatches = 200;
/** A batch that waits for something is settled by time: there is nothing to do for it today. */
const unsettledStates = ["differences", "explained", "reconciled"] as const;

/** Closed batches that do not agree with the journal, and whose differences nobody has explained yet. */
export const listDifferingBatches = () => listUnsignedBatches(["differences"]);

/** Unsigned closed batches: those with differences first, the oldest first within. */
export async function listUnsignedBatches(
  states: readonly (typeof unsettledStates)[number][] = unsettledStates,
): Promise<AttentionItem[]> {
  const rows = await db()
    .selectFrom("reconciliations")
    .leftJoin("cached_batches", "cached_batches.key", "reconciliations.batch_key")
    .select(["batch_key", "state", "opened_at", "batch"])
    .where("signed_at", "is", null)
    .where("superseded_at", "is", null)
    .where("state", "in", states)
    .orderBy("opened_at")
    .limit(mostBatches)
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
