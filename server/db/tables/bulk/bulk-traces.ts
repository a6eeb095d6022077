import { defineTable } from "#server/sql/table.ts";

export interface BulkTracesTable {
  file_id: string;
  /** The row number in its file. */
  row: number;
  /** Keyed digest of the row's own references and amount, or of its payer and amount where it has none. */
  trace: string;
  /** 1: of the payer, whom other payments may share. */
  by_payer: 0 | 1;
}

/** Identifies rows of a file among the gateway's transactions when the answer to its upload is lost. */
export const bulkTraces = defineTable<BulkTracesTable>({
  "0201-bulk-traces": async (db) => {
    await db.schema
      .createTable("bulk_traces")
      .addColumn("file_id", "text", (column) => column.notNull().references("bulk_files.id"))
      .addColumn("row", "integer", (column) => column.notNull())
      .addColumn("trace", "text", (column) => column.notNull())
      .addColumn("by_payer", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_traces_pk", ["file_id", "row"])
      .execute();
    await db.schema.createIndex("bulk_traces_by_trace").on("bulk_traces").column("trace").execute();
  },
});
