import { defineTable } from "#server/sql/table.ts";

export interface ReconciliationClaimsTable {
  /** "transaction KEY" of the gateway, or "attempt ID" of ours. */
  row_id: string;
  batch_key: string;
}

/** What signed reconciliations count: a transaction and a payment of ours belong to one batch, and no other can claim them. */
export const reconciliationClaims = defineTable<ReconciliationClaimsTable>({
  "0331-reconciliation-claims": async (db) => {
    await db.schema
      .createTable("reconciliation_claims")
      .addColumn("row_id", "text", (column) => column.primaryKey())
      .addColumn("batch_key", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("reconciliation_claims_by_batch")
      .on("reconciliation_claims")
      .column("batch_key")
      .execute();
  },
});
