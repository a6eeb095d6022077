import { sql } from "kysely";
import { addByCurrency } from "#lib/batches/transaction-sums.ts";
import {
  type ApprovedKind,
  type BatchTotal,
  codesOf,
  type Outcomes,
  type OutcomeTotal,
} from "#lib/bulk/bulk-results.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { db } from "#server/db/db.ts";
import type { ResultRow } from "./cached-results.ts";

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

/** Rows alike, as the store adds them up, each currency separately. */
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
