import { defineTable } from "../table.ts";

export interface BulkLinesTable {
  file_id: string;
  /** The line's row in its file. */
  row: number;
  /** Keyed digest of the row's unkeyed one (`rowDigest`), under a key that is not in the store. */
  digest: string;
}

/** The rows of files on their way or sent, by digest alone, for 90 days: a row that comes again is noticed. */
export const bulkLines = defineTable<BulkLinesTable>({
  "0031-bulk-lines": async (db) => {
    await db.schema
      .createTable("bulk_lines")
      .addColumn("file_id", "text", (column) => column.notNull().references("bulk_files.id"))
      .addColumn("row", "integer", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_lines_pk", ["file_id", "row"])
      .execute();
    await db.schema.createIndex("bulk_lines_by_digest").on("bulk_lines").column("digest").execute();
  },
});
