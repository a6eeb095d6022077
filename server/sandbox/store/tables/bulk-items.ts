import type { Selectable } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface BulkItemsTable {
  group_id: number;
  /** Position among the rows that have run, from 1 without gaps. */
  ordinal: number;
  /** The row's number in the file; the header is 1. */
  line: number;
  transaction_id: number | null;
  /** JSON of the reply when it is not just the transaction: a refusal, a duplicate, a saved card. */
  answer: string | null;
}

export type BulkItemRow = Selectable<BulkItemsTable>;

/** The result of each row that has run, written with its transaction. */
export const bulkItems = defineTable<BulkItemsTable>({
  "0001-bulk-items": async (db) => {
    await db.schema
      .createTable("bulk_items")
      .addColumn("group_id", "bigint", (column) => column.notNull())
      .addColumn("ordinal", "bigint", (column) => column.notNull())
      .addColumn("line", "bigint", (column) => column.notNull())
      .addColumn("transaction_id", "bigint")
      .addColumn("answer", "text")
      .addPrimaryKeyConstraint("bulk_items_place", ["group_id", "ordinal"])
      // The store itself refuses to run a row twice.
      .addUniqueConstraint("bulk_items_line", ["group_id", "line"])
      .execute();
  },
});
