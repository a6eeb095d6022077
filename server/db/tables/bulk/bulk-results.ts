import type { BatchKind } from "#lib/batches/batch-sums.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { defineTable } from "#server/sql/table.ts";

export interface BulkResultsTable {
  group_key: string;
  /** Its place among the rows that ran: 1 is the first. */
  position: number;
  /** The line number in the file as sent, where the gateway reports it; the header is 1. */
  line: number | null;
  transaction_key: string | null;
  /** A, P, D, E or V. */
  result_code: string | null;
  tender: Tender;
  /** "Visa ending 2224". */
  payer: string;
  /** Cents moved, never negative; null when the gateway reports none. */
  cents: number | null;
  /** As the gateway names it; null for the merchant's own. */
  currency: string | null;
  refund: 0 | 1;
  /** How it counts in its batch. */
  kind: BatchKind;
  /** What kind of payment it is, in short; null of a result that an older version read. */
  type: string | null;
  /** The state of its payment when it was read; null of a result that an older version read. */
  phase: Phase | null;
  /** 1 when the gateway treated it as a duplicate: it shows the original, and nothing was charged. */
  duplicate: 0 | 1;
  batch_key: string | null;
  batch_name: string | null;
  invoice: string | null;
  orderid: string | null;
  description: string | null;
  cardholder: string | null;
  /** Why it was declined or failed, as the gateway reports. */
  error: string | null;
  created: string | null;
  /** BulkCells, JSON: the row as the gateway shows it, masked. Only of new payments that were not made. */
  cells: string | null;
}

/** The result of each row of a completed bulk group. */
export const bulkResults = defineTable<BulkResultsTable>({
  "0200-bulk-results": async (db) => {
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
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("duplicate", "integer", (column) => column.notNull())
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
    const indexes = {
      code: ["group_key", "result_code", "position"],
      transaction: ["group_key", "transaction_key"],
      line: ["group_key", "line"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema.createIndex(`bulk_results_by_${name}`).on("bulk_results").columns(columns).execute();
  },
  "0203-bulk-result-currencies": async (db) => {
    await db.schema.alterTable("bulk_results").addColumn("currency", "text").execute();
  },
  "0204-bulk-result-types": async (db) => {
    await db.schema.alterTable("bulk_results").addColumn("type", "text").execute();
    await db.schema.alterTable("bulk_results").addColumn("phase", "text").execute();
  },
  "0205-bulk-result-cells": async (db) => {
    await db.schema.alterTable("bulk_results").addColumn("cells", "text").execute();
  },
});
