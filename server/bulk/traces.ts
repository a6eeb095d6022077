import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { amountOf } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { type Digest, digestsFor } from "#server/journal/secrets.ts";
import { mayBeAtGateway } from "./files.ts";

/** The references that a file's lines bring themselves: by them its lines are known again among the gateway's transactions. */

type Shown = { orderid?: string | undefined; invoice?: string | undefined; cents: number | undefined };

/** Makes the trace of a line from what the gateway will show of it; undefined for one that has no reference of its own. */
export function tracer(digest: Digest): (shown: Shown) => string | undefined {
  return ({ orderid = "", invoice = "", cents }) =>
    orderid === "" && invoice === "" ? undefined : digest(JSON.stringify([orderid, invoice, cents ?? null]));
}

/** Of a long file not every line is traced: whatever page of transactions is read, some of them are on it. */
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
 * Rows of this file that are among these transactions. What tells nothing is left out: payments taken at this console's
 * own desks, and references that another file brought which was sent about then.
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
  const rows = await db()
    .selectFrom("attempts")
    .select("transaction_key")
    .where("transaction_key", "in", keys)
    .execute();
  const own = new Set(rows.map(({ transaction_key }) => transaction_key));
  return transactions.filter(({ key }) => key === undefined || !own.has(key));
}
