import { sql } from "kysely";
import { batchNumber } from "#lib/batch-name.ts";
import {
  type ApprovedKind,
  type BatchTotal,
  type BulkResult,
  codesOf,
  type Outcomes,
  type OutcomeTotal,
  type ResultFilter,
} from "#lib/bulk/bulk-results.ts";
import { currencyOf, isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { payerOf, phaseOf, tenderOf, kindOf as typeOf } from "#lib/transaction-labels.ts";
import { addByCurrency, amountOf, kindOf } from "#lib/transaction-sums.ts";
import { db } from "#server/db/db.ts";
import { noteCurrencies } from "./seen-currencies.ts";

/** The results of the rows of completed bulk groups. `store` may be the caller's transaction. */
type Store = Pick<ReturnType<typeof db>, "insertInto">;

/** Keeps a page of a group's transactions. `position` is the place of its first item, the last that ran; the others follow down. */
export async function cacheResults(
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
  await noteCurrencies(page, undefined, store);
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

/**
 * What the group put into each batch, and what it only holds on cards. Each transaction counts once, however many rows
 * acted on it; declined and failed rows and duplicates moved nothing and are left out.
 */
export async function sumByBatch(
  groupKey: string,
): Promise<{ batches: Omit<BatchTotal, "held" | "isFinal" | "problem">[]; authorized: OutcomeTotal }> {
  const all = await db()
    .selectFrom(movedBy(groupKey).as("moved"))
    .select((eb) => [
      "batch_key",
      eb.fn.max("batch_name").as("batch_name"),
      "kind",
      "currency",
      "is_authorized",
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("cents").as("named"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .groupBy(["batch_key", "kind", "currency", "is_authorized"])
    .orderBy("batch_key")
    .execute();
  const rows = all.filter(({ is_authorized }) => is_authorized !== 1);
  const batches = [...Map.groupBy(rows, ({ batch_key }) => batch_key ?? undefined)]
    .map(([batchKey, own]) => ({
      batchKey,
      batchName: own.find(({ batch_name }) => batch_name)?.batch_name ?? undefined,
      count: own.reduce((sum, { count }) => sum + count, 0),
      sums: addByCurrency(own.map(toEntry)),
    }))
    .sort((a, b) => ((a.batchName ?? "") < (b.batchName ?? "") ? -1 : 1));
  return { batches, authorized: sumOutcome(all.filter(({ is_authorized }) => is_authorized === 1)) };
}

/** A sum of transactions alike, as the store adds it up. */
export const toEntry = <Row extends { currency: string | null; cents: number | null }>(row: Row) => ({
  ...row,
  currency: row.currency ?? undefined,
  cents: row.cents ?? 0,
});

/** The transactions that rows of a group moved money with, each once. */
export function movedBy(groupKey: string) {
  return db()
    .selectFrom("bulk_results")
    .select((eb) => [
      // A row without a key is one transaction of its own.
      eb.fn.coalesce("transaction_key", sql<string>`cast(position as text)`).as("key"),
      eb.fn.max("transaction_key").as("transaction_key"),
      eb.fn.max("batch_key").as("batch_key"),
      eb.fn.max("batch_name").as("batch_name"),
      eb.fn.max("kind").as("kind"),
      eb.fn.max("cents").as("cents"),
      eb.fn.max("currency").as("currency"),
      // A capture in the same group may have been read after its authorization.
      eb.fn.min(eb.case().when("phase", "=", "authorized").then(1).else(0).end()).as("is_authorized"),
    ])
    .where("group_key", "=", groupKey)
    .where("duplicate", "=", 0)
    .where("result_code", "in", codesOf.approved)
    .groupBy((eb) => eb.fn.coalesce("transaction_key", sql<string>`cast(position as text)`));
}

/** How many rows ended how, and the money they name. A duplicate names its original's. */
export async function sumByOutcome(groupKey: string): Promise<Outcomes> {
  const rows = await db()
    .selectFrom("bulk_results")
    .select((eb) => [
      "result_code",
      "duplicate",
      "currency",
      "kind",
      "phase",
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("cents").as("named"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("group_key", "=", groupKey)
    .groupBy(["result_code", "duplicate", "currency", "kind", "phase"])
    .execute();
  const sumOf = (isIn: (row: (typeof rows)[number]) => boolean) => sumOutcome(rows.filter(isIn));
  const endedAs = ({ result_code, duplicate }: (typeof rows)[number], codes: readonly string[]) =>
    duplicate === 0 && codes.includes(result_code ?? "");
  const withCode = (codes: readonly string[]) => sumOf((row) => endedAs(row, codes));
  const approvedAs = (approved: ApprovedKind) =>
    sumOf((row) => endedAs(row, codesOf.approved) && approvedKindOf(row) === approved);
  return {
    approved: withCode(codesOf.approved),
    approvedAs: {
      sales: approvedAs("sales"),
      refunds: approvedAs("refunds"),
      authorized: approvedAs("authorized"),
      voids: approvedAs("voids"),
    },
    duplicates: sumOf(({ duplicate }) => duplicate === 1),
    declined: withCode(codesOf.declined),
    errors: withCode(codesOf.errors),
    inPart: withCode(["P"]).count,
  };
}

const approvedKindOf = ({ kind, phase }: Pick<ResultRow, "kind" | "phase">): ApprovedKind =>
  phase === "authorized" ? "authorized" : kind;

/** Rows alike, as the store adds them up, in each currency by itself. */
function sumOutcome(
  rows: readonly { currency: string | null; count: number; named: number; cents: number | null }[],
): OutcomeTotal {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currencyOf(currency ?? undefined).code);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    sums: [...byCurrency].map(([currency, alike]) => ({
      currency,
      cents: alike.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
    })),
    withoutAmount: rows.reduce((sum, { count, named }) => sum + count - named, 0),
  };
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
    payer: payerOf(transaction),
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
  };
}

/** What a row names: of one that was not approved the authorized amount is zero, which says nothing of it. */
function namedBy(transaction: TransactionDetail): number | undefined {
  const isFailed = hasCode(transaction, [...codesOf.declined, ...codesOf.errors]);
  return amountOf(isFailed ? { ...transaction, auth_amount: undefined } : transaction);
}

const hasCode = ({ result_code, is_duplicate }: TransactionDetail, codes: readonly string[]) =>
  is_duplicate !== "Y" && codes.includes(result_code ?? "");

type ResultRow = Omit<ReturnType<typeof toRow>, "type" | "phase"> & {
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
    payer: row.payer,
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
