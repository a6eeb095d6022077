import type { BulkCells } from "#lib/gateway/bulk.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { amountOf } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { findOwnKeys } from "#server/payments/attempt-queries.ts";
import { type Digest, digestsFor } from "#server/payments/secrets.ts";
import { mayBeAtGateway } from "./files.ts";

/**
 * How the rows of a file are recognized among the gateway's transactions: by references of their own and the amount; without
 * a reference by the amount and what the gateway shows of the payer, which other payments may share.
 */

type Shown = {
  orderid?: string | undefined;
  invoice?: string | undefined;
  cents: number | undefined;
  /** Last four of the card, or the holder of the account. */
  payer: string | undefined;
};

export type Trace = { trace: string; by_payer: 0 | 1 };

/** Makes the trace of a row from what the gateway will show of it; undefined for one with neither reference nor payer. */
export function tracer(digest: Digest): (shown: Shown) => Trace | undefined {
  return ({ orderid = "", invoice = "", cents = null, payer }) => {
    if (orderid !== "" || invoice !== "")
      return { trace: digest(JSON.stringify([orderid, invoice, cents])), by_payer: 0 };
    return payer && cents !== null
      ? { trace: digest(JSON.stringify(["payer", payer, cents])), by_payer: 1 }
      : undefined;
  };
}

export const payerOfRow = ({ ccnum, accountholder }: BulkCells): string | undefined =>
  ccnum ? /\d{4}$/.exec(ccnum.replace(/[\s-]/g, ""))?.[0] : accountholder?.trim().toUpperCase();

const payerOf = ({ creditcard, check }: TransactionDetail): string | undefined =>
  creditcard?.number ? creditcard.number.slice(-4) : check?.accountholder?.trim().toUpperCase();

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
  const traces = foreign.flatMap((one) => {
    const { orderid, invoice } = one;
    const shown = { cents: amountOf(one), payer: payerOf(one) };
    return tracers.flatMap((traceOf) =>
      [traceOf({ orderid, invoice, ...shown }), traceOf(shown)].flatMap((found) => found?.trace ?? []),
    );
  });
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
  const own = rows.filter(({ file_id, trace }) => file_id === id && !others.has(trace));
  // One transaction is one row, also where more rows look like it.
  return [...new Map(own.toReversed().map(({ trace, row }) => [trace, row])).values()].sort((a, b) => a - b);
}

/**
 * Whether these rows prove that the gateway has the file: three by their own references, since one may have been charged by
 * hand; by payer and amount half of all that can be told apart. All rows of a file that has fewer. `shown`: so many
 * transactions were looked through, if there are no others.
 */
export async function isProof(fileId: string, met: readonly number[], shown = Infinity): Promise<boolean> {
  if (met.length === 0) return false;
  const rows = await db()
    .selectFrom("bulk_traces")
    .select(["row", "trace", "by_payer"])
    .where("file_id", "=", fileId)
    .execute();
  const found = rows.filter(({ row }) => met.includes(row));
  const distinct = Math.min(new Set(rows.map(({ trace }) => trace)).size, shown);
  const fewest = Math.min(3, distinct);
  return (
    found.filter(({ by_payer }) => by_payer === 0).length >= fewest ||
    found.length >= Math.max(fewest, Math.ceil(distinct / 2))
  );
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
