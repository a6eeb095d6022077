import {
  type BatchTotal,
  type BulkResult,
  codesOf,
  type OutcomeTotal,
  type ResultFilter,
} from "#lib/bulk/bulk-results.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { amountOf, kindOf } from "#lib/transaction-sums.ts";
import { payerOf, tenderOf } from "#lib/transaction-words.ts";
import { db } from "#server/db/db.ts";

/** What became of the lines of completed bulk groups. `store` may be a transaction of the caller's. */
type Store = Pick<ReturnType<typeof db>, "insertInto">;

/** Keeps a page of a group's transactions. `position` is the place of its first item, the last that ran; the others follow down. */
export async function keepResults(
  store: Store,
  groupKey: string,
  position: number,
  page: readonly TransactionDetail[],
): Promise<void> {
  const rows = page.map((transaction, place) => toRow(groupKey, position - place, transaction));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await store
      .insertInto("bulk_results")
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(["group_key", "position"]).doNothing())
      .execute();
}

const rowsAtOnce = 200;

/** A page of results in the order they ran; `row` is filled where the file was sent from here. */
export async function listResults(
  groupKey: string,
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<{ results: BulkResult[]; total: number }> {
  const within = () => {
    const query = db().selectFrom("bulk_results").where("group_key", "=", groupKey);
    return filter === "all" ? query : query.where("result_code", "in", codesOf[filter]);
  };
  const { total } = await within()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await within().selectAll().orderBy("position").limit(page.limit).offset(page.offset).execute();
  return { results: rows.map(toResult), total };
}

/** What the group put into each batch, by the batch; declined and failed lines move nothing and are left out. */
export async function sumByBatch(groupKey: string): Promise<BatchTotal[]> {
  const rows = await db()
    .selectFrom("bulk_results")
    .select((eb) => [
      "batch_key",
      "batch_name",
      "refund",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("group_key", "=", groupKey)
    .where("result_code", "in", codesOf.approved)
    .groupBy(["batch_key", "batch_name", "refund"])
    .orderBy("batch_name")
    .execute();
  const totals = new Map<string, BatchTotal>();
  for (const { batch_key, batch_name, refund, count, cents } of rows) {
    const known = totals.get(batch_key ?? "") ?? {
      batchKey: batch_key ?? undefined,
      batchName: batch_name ?? undefined,
      count: 0,
      salesCents: 0,
      refundsCents: 0,
    };
    known.count += count;
    known[refund === 1 ? "refundsCents" : "salesCents"] += cents ?? 0;
    totals.set(batch_key ?? "", known);
  }
  return [...totals.values()];
}

/** How many lines ended how, and the money they name. */
export async function sumByOutcome(
  groupKey: string,
): Promise<Record<Exclude<ResultFilter, "all">, OutcomeTotal>> {
  const rows = await db()
    .selectFrom("bulk_results")
    .select((eb) => [
      "result_code",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("group_key", "=", groupKey)
    .groupBy("result_code")
    .execute();
  const sumOf = (codes: readonly string[]): OutcomeTotal => {
    const of = rows.filter(({ result_code }) => result_code !== null && codes.includes(result_code));
    return {
      count: of.reduce((sum, { count }) => sum + count, 0),
      cents: of.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
    };
  };
  return {
    approved: sumOf(codesOf.approved),
    declined: sumOf(codesOf.declined),
    errors: sumOf(codesOf.errors),
  };
}

/** Lines of a group as they were just read. `position` is the place of the first one, the last that ran. */
export function toResults(
  groupKey: string,
  position: number,
  page: readonly TransactionDetail[],
): BulkResult[] {
  return page.map((transaction, place) => toResult(toRow(groupKey, position - place, transaction)));
}

function toRow(groupKey: string, position: number, transaction: TransactionDetail) {
  const { batch, invoice, orderid, description, creditcard, error, created } = transaction;
  // An extra field: not every gateway tells which line it was.
  const line = Number(transaction.line);
  return {
    group_key: groupKey,
    position,
    line: Number.isInteger(line) ? line : null,
    transaction_key: transaction.key ?? null,
    result_code: transaction.result_code ?? null,
    tender: tenderOf(transaction),
    payer: payerOf(transaction),
    cents: amountOf(transaction) ?? null,
    refund: kindOf(transaction) === "refunds" ? (1 as const) : (0 as const),
    batch_key: batch?.key ?? null,
    batch_name: batch?.sequence ?? batch?.batchrefnum ?? null,
    invoice: invoice ?? null,
    orderid: orderid ?? null,
    description: description ?? null,
    cardholder: creditcard?.cardholder ?? transaction.check?.accountholder ?? null,
    error: error ?? null,
    created: created ?? null,
  };
}

type ResultRow = ReturnType<typeof toRow>;

function toResult(row: Omit<ResultRow, "refund"> & { refund: 0 | 1 }): BulkResult {
  return {
    position: row.position,
    row: row.line ?? undefined,
    transactionKey: row.transaction_key ?? undefined,
    resultCode: row.result_code ?? undefined,
    tender: row.tender,
    payer: row.payer,
    cents: row.cents ?? undefined,
    isRefund: row.refund === 1,
    batchKey: row.batch_key ?? undefined,
    batchName: row.batch_name ?? undefined,
    invoice: row.invoice ?? undefined,
    orderid: row.orderid ?? undefined,
    description: row.description ?? undefined,
    cardholder: row.cardholder ?? undefined,
    error: row.error ?? undefined,
    created: row.created ?? undefined,
  };
}
