import type { CommandName } from "#lib/gateway/commands.ts";
import { defineTable } from "#server/sql/table.ts";

export interface BulkRowsTable {
  file_id: string;
  /** The row number in its file. */
  row: number;
  /** Keyed digest of the row's unkeyed one (`rowDigest`), under a key that is not in the store. */
  digest: string;
  /** What it does; null of rows that an older version sent. */
  command: CommandName | null;
  /** The earlier payment that it names. Never a card number. */
  trankey: string | null;
}

/**
 * The rows of files that are being sent or were sent, for 90 days: as digests, to detect repeated rows, and what each did, to
 * return it whole when it fails.
 */
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
  "0205-bulk-row-commands": async (db) => {
    await db.schema.alterTable("bulk_rows").addColumn("command", "text").execute();
    await db.schema.alterTable("bulk_rows").addColumn("trankey", "text").execute();
  },
});
