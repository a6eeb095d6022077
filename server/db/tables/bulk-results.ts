import { sql } from "kysely";
import type { BatchKind } from "#lib/batch-sums.ts";
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
  /** Where it counts in its batch. */
  kind: BatchKind;
  /** 1 when the gateway took it for a duplicate: the row shows the original, and nothing was charged. */
  duplicate: 0 | 1;
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
  // Results kept before this counted duplicates as money: they are read from the gateway again.
  "0131-bulk-results-duplicate": async (db) => {
    await sql`delete from bulk_results`.execute(db);
    await sql`delete from ledger_walks where kind = 'bulk'`.execute(db);
    await db.schema
      .alterTable("bulk_results")
      .addColumn("kind", "text", (column) => column.notNull().defaultTo("sales"))
      .execute();
    await db.schema
      .alterTable("bulk_results")
      .addColumn("duplicate", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("bulk_results_by_transaction")
      .on("bulk_results")
      .columns(["group_key", "transaction_key"])
      .execute();
  },
});
