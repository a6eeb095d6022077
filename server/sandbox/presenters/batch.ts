import { toWireDouble } from "#lib/money.ts";
import { momentIn } from "#lib/time.ts";
import type { BatchSums } from "../store/batches.ts";
import type { BatchRow } from "../store/tables/batches.ts";
import { toBatchRefnum } from "./transaction-reply.ts";

/** The contract's batch object; sums of a kind are present only if the batch contains that kind. */
export function presentBatch(batch: BatchRow, sums: BatchSums, timeZone: string): Record<string, unknown> {
  const { sales, refunds, voids } = sums;
  const kinds = (["sales", "voids", "refunds"] as const).filter((kind) => sums[kind].count > 0);
  return withoutAbsent({
    type: "batch",
    key: batch.key,
    batchrefnum: toBatchRefnum(batch.id),
    opened: momentIn(timeZone, batch.opened_at),
    status: batch.status,
    scheduled: batch.status === "open" ? momentIn(timeZone, batch.scheduled_at) : undefined,
    closed: batch.closed_at === null ? undefined : momentIn(timeZone, batch.closed_at),
    total_amount: toWireDouble(sales.cents - refunds.cents),
    total_count: sales.count + refunds.count + voids.count,
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        [`${kind}_amount`, toWireDouble(sums[kind].cents)],
        [`${kind}_count`, sums[kind].count],
      ]),
    ),
  });
}

/** A batch as a list item, with the count and amount of its sales and credits. */
export function presentBatchItem(
  batch: BatchRow,
  sums: BatchSums | undefined,
  timeZone: string,
): Record<string, unknown> {
  return withoutAbsent({
    type: "batch",
    key: batch.key,
    batchrefnum: toBatchRefnum(batch.id),
    sequence: String(batch.sequence),
    opened: momentIn(timeZone, batch.opened_at),
    closed: batch.closed_at === null ? undefined : momentIn(timeZone, batch.closed_at),
    sales_count: sums?.sales.count,
    sales: sums && toWireDouble(sums.sales.cents),
    credits_count: sums?.refunds.count,
    credits: sums && toWireDouble(sums.refunds.cents),
  });
}

/** Copies an object without its undefined members. */
export function withoutAbsent(object: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in object) if (object[name] !== undefined) present[name] = object[name];
  return present;
}
