import { amountOf } from "#lib/batches/transaction-sums.ts";
import type { BulkSearch } from "#lib/bulk/file/bulk-file.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { DAY_MS, readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { findOwnKeys } from "#server/payments/attempts/attempt-queries.ts";
import { type Digest, digestsFor } from "#server/payments/card-data/secrets.ts";
import { type BulkFileRow, mayBeAtGateway, toNamed } from "../files.ts";

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

/** Rows of a file that were met. `shared`: other files that may have arrived have them too, so they prove nothing of this one. */
export type MetRows = { rows: number[]; shared: NonNullable<BulkSearch["shared"]> };

/**
 * Rows of this file that are among these transactions, without payments taken at this console's own counters. A transaction
 * counts for the files that could have made it: those that were sent by then, and of them first those of which nobody had
 * decided by then that they did not arrive.
 */
export async function findTraced(
  { id, sent_at }: { id: string; sent_at: number | null },
  transactions: readonly TransactionDetail[],
): Promise<MetRows> {
  const made = await tracesOf(await withoutOwnPayments(transactions));
  const none = { rows: [], shared: { rows: [], files: [] } };
  if (made.length === 0) return none;
  const holders = await db()
    .selectFrom("bulk_traces")
    .innerJoin("bulk_files", "bulk_files.id", "bulk_traces.file_id")
    .select(["bulk_traces.row", "bulk_traces.trace", "bulk_traces.file_id"])
    .orderBy("bulk_traces.row")
    .where("bulk_traces.trace", "in", [...new Set(made.map(({ trace }) => trace))])
    .where((eb) =>
      eb.or([
        eb("bulk_files.id", "=", id),
        eb.and([mayBeAtGateway(), eb("bulk_files.sent_at", ">", (sent_at ?? 0) - nearMs)]),
      ]),
    )
    .execute();
  const ofTrace = Map.groupBy(holders, ({ trace }) => trace);
  const files = await findTracedFiles([...new Set(holders.map(({ file_id }) => file_id))]);
  const own = new Map<string, number>();
  const shared = new Map<string, number>();
  const rivals = new Set<TracedFile>();
  for (const { trace, at } of made) {
    const rows = ofTrace.get(trace) ?? [];
    const row = rows.find(({ file_id }) => file_id === id)?.row;
    if (row === undefined) continue;
    const makers = makersOf(
      files.filter((file) => rows.some(({ file_id }) => file_id === file.id)),
      at,
    );
    if (!makers.some((file) => file.id === id)) continue;
    // One transaction is one row, also where more rows look like it.
    if (makers.length === 1) own.set(trace, row);
    else shared.set(trace, row);
    for (const file of makers) if (file.id !== id) rivals.add(file);
  }
  const sorted = (found: Iterable<number>) => [...found].sort((a, b) => a - b);
  const only = [...shared].filter(([trace]) => !own.has(trace)).map(([, row]) => row);
  return {
    rows: sorted(own.values()),
    shared: { rows: sorted(only), files: only.length > 0 ? [...rivals].map(toNamed) : [] },
  };
}

/** The traces of these transactions, each with the moment of its transaction (epoch ms; undefined when it can't be read). */
async function tracesOf(
  transactions: readonly TransactionDetail[],
): Promise<{ trace: string; at: number | undefined }[]> {
  const tracers = (await digestsFor("bulk trace")).map(tracer);
  return transactions.flatMap((one) => {
    const { orderid, invoice, created } = one;
    const shown = { cents: amountOf(one), payer: payerOf(one) };
    const at = readMoment(env().gatewayTimeZone, created);
    return tracers.flatMap((traceOf) =>
      [traceOf({ orderid, invoice, ...shown }), traceOf(shown)].flatMap((found) =>
        found ? { trace: found.trace, at } : [],
      ),
    );
  });
}

type TracedFile = Pick<BulkFileRow, "id" | "name" | "reference" | "state" | "sent_at" | "lookup_notes">;

async function findTracedFiles(ids: readonly string[]): Promise<TracedFile[]> {
  if (ids.length === 0) return [];
  return db()
    .selectFrom("bulk_files")
    .select(["id", "name", "reference", "state", "sent_at", "lookup_notes"])
    .where("id", "in", ids)
    .execute();
}

/** Which of these files, all with a row like it, could have made a transaction of this moment. */
function makersOf(files: readonly TracedFile[], at: number | undefined): readonly TracedFile[] {
  if (at === undefined) return files;
  const sent = files.filter(({ sent_at }) => at >= (sent_at ?? 0) - clocksApartMs);
  const notDenied = sent.filter(({ state, lookup_notes }) => {
    const deniedAt = state === "unsent" || state === "cancelled" ? decidedMissingAt(lookup_notes) : undefined;
    // The gateway shows whole seconds.
    return deniedAt === undefined || at + 1000 <= deniedAt;
  });
  return notDenied.length > 0 ? notDenied : sent;
}

function decidedMissingAt(notes: string | null): number | undefined {
  // Written by `resolveByDecision`.
  const { decided }: Partial<BulkSearch> = notes ? JSON.parse(notes) : {};
  return decided?.arrived === false ? decided.at : undefined;
}

/** How far the gateway's clock may be off. */
export const clocksApartMs = 2 * 60_000;

/**
 * Whether these rows prove that the gateway has the file: three by their own references, since one may have been charged by
 * hand; by payer and amount half of those that are distinct. All rows of a file that has fewer. `shown`: so many
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
const nearMs = 7 * DAY_MS;

async function withoutOwnPayments(
  transactions: readonly TransactionDetail[],
): Promise<readonly TransactionDetail[]> {
  const keys = transactions.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return transactions;
  const own = new Set(await findOwnKeys(keys));
  return transactions.filter(({ key }) => key === undefined || !own.has(key));
}
