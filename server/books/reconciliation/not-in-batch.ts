import { sql } from "kysely";
import type { NotInBatch } from "#lib/reconciliation/reconciliation.ts";
import { db } from "#server/db/db.ts";

/** What the index has from a time (epoch ms) that is in no batch. */
export async function readNotInBatch(from: number, until: number): Promise<NotInBatch> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select((eb) => [
      "outcome",
      "phase",
      "tender",
      sql<number>`count(*)`.as("count"),
      eb.fn.sum<number | null>("net_cents").as("net"),
      eb.fn.sum<number | null>("cents").as("cents"),
    ])
    .where("created_at", ">=", from)
    .where("created_at", "<=", until)
    .where("currency", "is", null)
    .groupBy(["outcome", "phase", "tender"])
    .execute();
  const counted = (isIn: (row: (typeof rows)[number]) => boolean, column: "net" | "cents" = "net") => ({
    count: rows.filter(isIn).reduce((sum, { count }) => sum + Number(count), 0),
    cents: rows.filter(isIn).reduce((sum, row) => sum + Number(row[column] ?? 0), 0),
  });
  const isTaken = ({ outcome }: { outcome: string }) => outcome === "approved" || outcome === "partial";
  return {
    notApproved: counted(({ outcome }) => failed.includes(outcome)).count,
    authorized: counted(({ phase }) => phase === "authorized", "cents"),
    unknown: counted(({ outcome }) => outcome === "unknown").count,
    checks: counted((row) => row.tender === "check" && isTaken(row)),
    cash: counted((row) => row.tender === "cash" && isTaken(row)),
  };
}

const failed: readonly string[] = ["declined", "error", "verification"];
