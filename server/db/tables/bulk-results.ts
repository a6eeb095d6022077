import type { Tender } from "#lib/gateway/commands.ts";
import { defineTable } from "../table.ts";

export interface BulkResultsTable {
  group_key: string;
  /** Its place among the lines that ran: 1 is the first. */
  position: number;
  /** The line in the file as it was sent, where the gateway tells it; the header is 1. */
  line: number | null;
  transaction_key: string | null;
  /** A, P, D, E or V. */
  result_code: string | null;
  tender: Tender;
  /** "Visa ending 2224". */
  payer: string;
  /** What it moves, never negative; null when the gateway tells none. */
  cents: number | null;
  refund: 0 | 1;
  batch_key: string | null;
  batch_name: string | null;
  invoice: string | null;
  orderid: string | null;
  description: string | null;
  cardholder: string | null;
  /** Why it was declined or failed, by the gateway. */
  error: string | null;
  created: string | null;
}

/** What became of each line of a completed bulk group. */
export const bulkResults = defineTable<BulkResultsTable>({
  "0032-bulk-results": async (db) => {
    await db.schema
      .createTable("bulk_results")
      .addColumn("group_key", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("line", "integer")
      .addColumn("transaction_key", "text")
      .addColumn("result_code", "text")
      .addColumn("tender", "text", (column) => column.notNull())
      .addColumn("payer", "text", (column) => column.notNull())
      .addColumn("cents", "bigint")
      .addColumn("refund", "integer", (column) => column.notNull())
      .addColumn("batch_key", "text")
      .addColumn("batch_name", "text")
      .addColumn("invoice", "text")
      .addColumn("orderid", "text")
      .addColumn("description", "text")
      .addColumn("cardholder", "text")
      .addColumn("error", "text")
      .addColumn("created", "text")
      .addPrimaryKeyConstraint("bulk_results_pk", ["group_key", "position"])
      .execute();
    await db.schema
      .createIndex("bulk_results_by_code")
      .on("bulk_results")
      .columns(["group_key", "result_code", "position"])
      .execute();
  },
});
