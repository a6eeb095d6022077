import { sql } from "kysely";
import { addByCurrency } from "#lib/batches/transaction-sums.ts";
import type { CurrencySum, NotInBatch } from "#lib/reconciliation/reconciliation.ts";
import { db } from "#server/db/db.ts";

/** What the index has from a time (epoch ms) that is in no batch. */
export async function readNotInBatch(from: number, until: number): Promise<NotInBatch> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select((eb) => [
      "outcome",
      "phase",
      "tender",
      "currency",
      sql<number>`count(*)`.as("count"),
      eb.fn.sum<number | null>("net_cents").as("net"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("created_at", ">=", from)
    .where("created_at", "<=", until)
    .groupBy(["outcome", "phase", "tender", "currency"])
    .execute();
  type Row = (typeof rows)[number];
  const countOf = (isIn: (row: Row) => boolean) =>
    rows.filter(isIn).reduce((sum, { count }) => sum + Number(count), 0);
  const sumsOf = (isIn: (row: Row) => boolean, column: "net" | "cents" = "net"): CurrencySum[] =>
    addByCurrency(
      rows.filter(isIn).map((row) => ({
        currency: row.currency ?? undefined,
        kind: "sales",
        cents: Number(row[column] ?? 0),
        count: Number(row.count),
      })),
    ).flatMap(({ currency, sales }) => (sales.count > 0 ? [{ currency, ...sales }] : []));
  const isTaken = ({ outcome }: { outcome: string }) => outcome === "approved" || outcome === "partial";
  return {
    notApproved: countOf(({ outcome }) => failed.includes(outcome)),
    authorized: sumsOf(({ phase }) => phase === "authorized", "cents"),
    unknown: countOf(({ outcome }) => outcome === "unknown"),
    checks: sumsOf((row) => row.tender === "check" && isTaken(row)),
    cash: sumsOf((row) => row.tender === "cash" && isTaken(row)),
  };
}

const failed: readonly string[] = ["declined", "error", "verification"];
