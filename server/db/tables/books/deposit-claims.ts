import type { PortionId } from "#lib/deposits/portion.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DepositClaimsTable {
  /** Unique: a part of a batch is paid once. */
  portion_id: PortionId;
  batch_key: string;
  match_id: string;
}

/** The parts of batches that a match says are paid. Deleted when the match is undone. */
export const depositClaims = defineTable<DepositClaimsTable>({
  "0313-deposit-claims": async (db) => {
    await db.schema
      .createTable("deposit_claims")
      .addColumn("portion_id", "text", (column) => column.primaryKey())
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("match_id", "text", (column) => column.notNull().references("deposit_matches.id"))
      .execute();
    for (const column of ["batch_key", "match_id"])
      await db.schema
        .createIndex(`deposit_claims_by_${column}`)
        .on("deposit_claims")
        .column(column)
        .execute();
  },
});
