import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { amountOf } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { findOwnKeys } from "#server/payments/attempt-queries.ts";
import { type Digest, digestsFor } from "#server/payments/secrets.ts";
import { mayBeAtGateway } from "./files.ts";

/** The references that a file's rows contain, by which the rows are recognized among the gateway's transactions. */

type Shown = { orderid?: string | undefined; invoice?: string | undefined; cents: number | undefined };

/** Makes the trace of a row from what the gateway will show of it; undefined for one without a reference of its own. */
export function tracer(digest: Digest): (shown: Shown) => string | undefined {
  return ({ orderid = "", invoice = "", cents }) =>
    orderid === "" && invoice === "" ? undefined : digest(JSON.stringify([orderid, invoice, cents ?? null]));
}

/** Not every row of a long file is traced: every page of its transactions still has some that are. */
export const isTraced = (good: number) => good <= 1000 || good % 100 === 0;

export async function hasTraces(fileId: string): Promise<boolean> {
  const row = await db()
    .selectFrom("bulk_traces")
    .select("row")
    .where("file_id", "=", fileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Rows of this file that are among these transactions. Ambiguous ones are excluded: payments taken at this console's own
 * counters, and references of another file that was sent around the same time.
 */
export async function findTraced(
  { id, sent_at }: { id: string; sent_at: number | null },
  transactions: readonly TransactionDetail[],
): Promise<number[]> {
  const foreign = await withoutOwnPayments(transactions);
  const tracers = (await digestsFor("bulk trace")).map(tracer);
  const traces = foreign.flatMap(({ orderid, invoice, ...one }) =>
    tracers.flatMap((traceOf) => traceOf({ orderid, invoice, cents: amountOf(one) }) ?? []),
  );
  if (traces.length === 0) return [];
  const rows = await db()
    .selectFrom("bulk_traces")
    .innerJoin("bulk_files", "bulk_files.id", "bulk_traces.file_id")
    .select(["bulk_traces.row", "bulk_traces.trace", "bulk_traces.file_id"])
    .orderBy("bulk_traces.row")
    .where("bulk_traces.trace", "in", [...new Set(traces)])
    .where((eb) =>
      eb.or([
        eb("bulk_files.id", "=", id),
        eb.and([mayBeAtGateway(), eb("bulk_files.sent_at", ">", (sent_at ?? 0) - nearMs)]),
      ]),
    )
    .execute();
  const others = new Set(rows.filter(({ file_id }) => file_id !== id).map(({ trace }) => trace));
  return rows.filter(({ file_id, trace }) => file_id === id && !others.has(trace)).map(({ row }) => row);
}

/** A file that waits behind others may run days after it was sent. */
const nearMs = 7 * 24 * 60 * 60_000;

async function withoutOwnPayments(
  transactions: readonly TransactionDetail[],
): Promise<readonly TransactionDetail[]> {
  const keys = transactions.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return transactions;
  const own = new Set(await findOwnKeys(keys));
  return transactions.filter(({ key }) => key === undefined || !own.has(key));
}
