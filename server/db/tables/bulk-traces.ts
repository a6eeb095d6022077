import { defineTable } from "../table.ts";

export interface BulkTracesTable {
  file_id: string;
  /** The line's row in its file. */
  row: number;
  /** Keyed digest of its own references and its amount, which nothing can be read from. */
  trace: string;
}

/** What tells some lines of a file among the gateway's transactions, should the answer to its upload be lost. */
export const bulkTraces = defineTable<BulkTracesTable>({
  "0036-bulk-traces": async (db) => {
    await db.schema
      .createTable("bulk_traces")
      .addColumn("file_id", "text", (column) => column.notNull().references("bulk_files.id"))
      .addColumn("row", "integer", (column) => column.notNull())
      .addColumn("trace", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_traces_pk", ["file_id", "row"])
      .execute();
    await db.schema.createIndex("bulk_traces_by_trace").on("bulk_traces").column("trace").execute();
  },
});
