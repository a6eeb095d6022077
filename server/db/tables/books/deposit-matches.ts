import type { MatchHow, MatchPurpose } from "#lib/deposits/match/match.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DepositMatchesTable {
  id: string;
  deposit_id: string;
  purpose: MatchPurpose;
  how: MatchHow;
  /** PortionId[], JSON: what it claimed, also after it was undone. */
  portions: string;
  /** Adjustment[], JSON. */
  adjustments: string;
  note: string | null;
  /** Null for an automatic match. */
  matched_by_id: string | null;
  matched_by: string | null;
  /** Epoch ms, as all times here. */
  matched_at: number;
  undone_by_id: string | null;
  undone_by: string | null;
  undone_at: number | null;
  undo_reason: string | null;
}

/** What explains a deposit: the batches it pays, fees, or that it isn't from sales. Undone ones stay, with the reason. Never deleted. */
export const depositMatches = defineTable<DepositMatchesTable>({
  "0312-deposit-matches": async (db) => {
    await db.schema
      .createTable("deposit_matches")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("deposit_id", "text", (column) => column.notNull().references("deposits.id"))
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("how", "text", (column) => column.notNull())
      .addColumn("portions", "text", (column) => column.notNull())
      .addColumn("adjustments", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("matched_by_id", "text")
      .addColumn("matched_by", "text")
      .addColumn("matched_at", "bigint", (column) => column.notNull())
      .addColumn("undone_by_id", "text")
      .addColumn("undone_by", "text")
      .addColumn("undone_at", "bigint")
      .addColumn("undo_reason", "text")
      .execute();
    await db.schema
      .createIndex("deposit_matches_by_deposit")
      .on("deposit_matches")
      .column("deposit_id")
      .execute();
  },
});
