import { defineTable } from "#server/sql/table.ts";

export interface BulkComparisonsTable {
  group_key: string;
  batch_key: string;
  /** Epoch ms: when the batch was read. */
  compared_at: number;
  /** 1 once the batch was closed when it was read: it is not read again. */
  closed: 0 | 1;
  /** BatchHeld, JSON; null when the batch could not be read. */
  held: string | null;
  /** Why it could not be read, as a sentence. */
  problem: string | null;
}

/** What each batch contains of a completed bulk group, read from the batch itself. */
export const bulkComparisons = defineTable<BulkComparisonsTable>({
  "0200-bulk-comparisons": async (db) => {
    await db.schema
      .createTable("bulk_comparisons")
      .addColumn("group_key", "text", (column) => column.notNull())
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("compared_at", "bigint", (column) => column.notNull())
      .addColumn("closed", "integer", (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("sales_cents", "bigint", (column) => column.notNull())
      .addColumn("refunds_cents", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_comparisons_pk", ["group_key", "batch_key"])
      .execute();
  },
  // Comparisons are repeated when a user opens the page.
  "0203-bulk-comparisons-by-payment": async (db) => {
    await db.schema.dropTable("bulk_comparisons").execute();
    await db.schema
      .createTable("bulk_comparisons")
      .addColumn("group_key", "text", (column) => column.notNull())
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("compared_at", "bigint", (column) => column.notNull())
      .addColumn("closed", "integer", (column) => column.notNull())
      .addColumn("held", "text")
      .addColumn("problem", "text")
      .addPrimaryKeyConstraint("bulk_comparisons_by_payment_pk", ["group_key", "batch_key"])
      .execute();
  },
});
