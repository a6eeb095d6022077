import { defineTable } from "#server/sql/table.ts";

export interface BulkRowsTable {
  file_id: string;
  /** The row number in its file. */
  row: number;
  /** Keyed digest of the row's unkeyed one (`rowDigest`), under a key that is not in the store. */
  digest: string;
}

/** The rows of files that are being sent or were sent, as digests only, for 90 days, to detect repeated rows. */
export const bulkRows = defineTable<BulkRowsTable>({
  "0201-bulk-rows": async (db) => {
    await db.schema
      .createTable("bulk_rows")
      .addColumn("file_id", "text", (column) => column.notNull().references("bulk_files.id"))
      .addColumn("row", "integer", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_rows_pk", ["file_id", "row"])
      .execute();
    await db.schema.createIndex("bulk_rows_by_digest").on("bulk_rows").column("digest").execute();
  },
});
