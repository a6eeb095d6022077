import { batchNumber } from "#lib/batches/batch-name.ts";
import { amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import { type BulkResult, codesOf, type ResultFilter } from "#lib/bulk/bulk-results.ts";
import { cellsOfTransaction } from "#lib/bulk/cells-of-transaction.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { paymentMethodOf, phaseOf, tenderOf, kindOf as typeOf } from "#lib/payments/transaction-labels.ts";
import { indexReadings } from "#server/books/index/index-readings.ts";
import type { Taker } from "#server/books/index/to-row.ts";
import { db } from "#server/db/db.ts";
import { inEnglish } from "#server/language/request-language.ts";
import { noteCurrencies } from "./seen-currencies.ts";

/** The results of the rows of completed bulk groups. `store` may be the caller's transaction. */
type Store = ReturnType<typeof db>;

/**
 * Keeps a page of a group's transactions. `position` is the place of its first item, the last that ran; the others follow down.
 * `askedAt` (epoch ms) is when the gateway was asked for it.
 */
export async function cacheResults(
  store: Store,
  groupKey: string,
  position: number,
  page: readonly TransactionDetail[],
  askedAt = Date.now(),
): Promise<void> {
  const rows = inEnglish(() =>
    page.map((transaction, place) => toRow(groupKey, position - place, transaction)),
  );
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await store
      .insertInto("bulk_results")
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(["group_key", "position"]).doNothing())
      .execute();
  await noteCurrencies(page, undefined, store);
  await indexReadings(store, page, {
    source: "bulk",
    readAt: askedAt,
    taker: await findPreparer(store, groupKey),
  });
}

/** Who prepared the file of a group; undefined for one that was sent elsewhere. */
async function findPreparer(store: Store, groupKey: string): Promise<Taker | undefined> {
  const file = await store
    .selectFrom("bulk_files")
    .select(["prepared_by_id as id", "prepared_by as name"])
    .where("bulk_key", "=", groupKey)
    .executeTakeFirst();
  return file;
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
    if (filter === "all") return query;
    if (filter === "duplicates") return query.where("duplicate", "=", 1);
    return query.where("duplicate", "=", 0).where("result_code", "in", codesOf[filter]);
  };
  const { total } = await within()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await within().selectAll().orderBy("position").limit(page.limit).offset(page.offset).execute();
  return { results: rows.map(toResult), total };
}

/** The rows of these failed results as the gateway shows them, masked, by their positions. */
export async function findFailedCells(
  groupKey: string,
  results: readonly BulkResult[],
): Promise<Map<number, BulkCells>> {
  if (results.length === 0) return new Map();
  const rows = await db()
    .selectFrom("bulk_results")
    .select(["position", "cells"])
    .where("group_key", "=", groupKey)
    .where(
      "position",
      "in",
      results.map(({ position }) => position),
    )
    .execute();
  return new Map(
    rows.map(({ position, cells }) => [position, cells ? (JSON.parse(cells) as BulkCells) : {}]), // written by `toRow`
  );
}

/** How many duplicates there are in each of these groups whose results were all read. */
export async function countDuplicates(groupKeys: readonly string[]): Promise<Map<string, number>> {
  if (groupKeys.length === 0) return new Map();
  const rows = await db()
    .selectFrom("batch_syncs")
    .leftJoin("bulk_results", (join) =>
      join.onRef("bulk_results.group_key", "=", "batch_syncs.list_key").on("bulk_results.duplicate", "=", 1),
    )
    .select((eb) => ["batch_syncs.list_key", eb.fn.count<number>("bulk_results.position").as("count")])
    .where("batch_syncs.list_key", "in", groupKeys)
    .where("batch_syncs.done_at", "is not", null)
    .groupBy("batch_syncs.list_key")
    .execute();
  return new Map(rows.map(({ list_key, count }) => [list_key, count]));
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
  const { invoice, orderid, description, creditcard, error } = transaction;
  // A new transaction with an error is in no batch: this is the earlier payment that the row was to change.
  const isEarlier = hasCode(transaction, codesOf.errors) && transaction.batch?.key !== undefined;
  const isFailed =
    transaction.is_duplicate === "Y" || hasCode(transaction, [...codesOf.declined, ...codesOf.errors]);
  const { batch, created } = isEarlier ? {} : transaction;
  // An optional field: not every gateway reports the line.
  const line = Number(transaction.line);
  return {
    group_key: groupKey,
    position,
    line: Number.isInteger(line) ? line : null,
    transaction_key: transaction.key ?? null,
    result_code: transaction.result_code ?? null,
    tender: tenderOf(transaction),
    payer: paymentMethodOf(transaction),
    cents: isEarlier ? null : (namedBy(transaction) ?? null),
    currency: isOwnCurrency(transaction.currency) ? null : (transaction.currency ?? null),
    refund: kindOf(transaction) === "refunds" ? (1 as const) : (0 as const),
    kind: kindOf(transaction),
    type: typeOf(transaction),
    phase: phaseOf(transaction),
    duplicate: transaction.is_duplicate === "Y" ? (1 as const) : (0 as const),
    batch_key: batch?.key ?? null,
    batch_name: (batch && batchNumber(batch)) || null,
    invoice: invoice ?? null,
    orderid: orderid ?? null,
    description: description ?? null,
    cardholder: creditcard?.cardholder ?? transaction.check?.accountholder ?? null,
    error: error ?? null,
    created: created ?? null,
    cells: isFailed && !isEarlier ? JSON.stringify(cellsOfTransaction(transaction)) : null,
  };
}

/** What a row names: of one that was not approved the authorized amount is zero, which is not the amount it names. */
function namedBy(transaction: TransactionDetail): number | undefined {
  const isFailed = hasCode(transaction, [...codesOf.declined, ...codesOf.errors]);
  return amountOf(isFailed ? { ...transaction, auth_amount: undefined } : transaction);
}

const hasCode = ({ result_code, is_duplicate }: TransactionDetail, codes: readonly string[]) =>
  is_duplicate !== "Y" && codes.includes(result_code ?? "");

export type ResultRow = Omit<ReturnType<typeof toRow>, "type" | "phase" | "cells"> & {
  type: string | null;
  phase: Phase | null;
};

function toResult(
  row: Omit<ResultRow, "refund" | "duplicate"> & { refund: 0 | 1; duplicate: 0 | 1 },
): BulkResult {
  return {
    position: row.position,
    row: row.line ?? undefined,
    transactionKey: row.transaction_key ?? undefined,
    resultCode: row.result_code ?? undefined,
    tender: row.tender,
    paymentMethod: row.payer,
    cents: row.cents ?? undefined,
    currency: row.currency ?? undefined,
    kind: row.kind,
    type: row.type ?? undefined,
    phase: row.phase ?? undefined,
    isDuplicate: row.duplicate === 1,
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
