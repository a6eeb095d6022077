import { defineTable } from "#server/sql/table.ts";

export interface BulkMappingsTable {
  user_id: string;
  /** Keyed digest of the header: identifies files of the same kind. */
  signature: string;
  /** (BulkColumn | null)[], JSON. */
  mapping: string;
  /** Epoch ms. */
  saved_at: number;
}

/** How each user maps the columns of files from other systems. Holds column names only, no row data. */
export const bulkMappings = defineTable<BulkMappingsTable>({
  "0200-bulk-mappings": async (db) => {
    await db.schema
      .createTable("bulk_mappings")
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("signature", "text", (column) => column.notNull())
      .addColumn("mapping", "text", (column) => column.notNull())
      .addColumn("saved_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_mappings_pk", ["user_id", "signature"])
      .execute();
  },
});
