import type { CommandName } from "#lib/gateway/commands.ts";
import { defineTable } from "#server/sql/table.ts";

export interface BulkPayoutsTable {
  file_id: string;
  /** The row in the chosen file. */
  row: number;
  /** The line number in the file as sent; the header is 1. */
  line: number;
  command: CommandName;
  /** The key or reference number of the refunded payment, as in the row. Never a card number. */
  trankey: string;
  /** Null when the row has no amount: the whole payment. */
  cents: number | null;
}

/** Refund rows of files that were sent or are being sent. */
export const bulkPayouts = defineTable<BulkPayoutsTable>({
  "0201-bulk-payouts": async (db) => {
    await db.schema
      .createTable("bulk_payouts")
      .addColumn("file_id", "text", (column) => column.notNull().references("bulk_files.id"))
      .addColumn("row", "integer", (column) => column.notNull())
      .addColumn("line", "integer", (column) => column.notNull())
      .addColumn("command", "text", (column) => column.notNull())
      .addColumn("trankey", "text", (column) => column.notNull())
      .addColumn("cents", "bigint")
      .addPrimaryKeyConstraint("bulk_payouts_pk", ["file_id", "row"])
      .execute();
    await db.schema.createIndex("bulk_payouts_by_trankey").on("bulk_payouts").column("trankey").execute();
  },
});
