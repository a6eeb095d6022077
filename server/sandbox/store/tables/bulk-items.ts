import type { Selectable } from "kysely";
import { defineTable } from "../table.ts";

export interface BulkItemsTable {
  group_id: number;
  /** Place among the lines that were run, from 1 without a gap. */
  ordinal: number;
  /** The line's number in the file, the header being 1. */
  line: number;
  transaction_id: number | null;
  /** JSON of the answer, where it is not simply the transaction: a refusal, a duplicate, a saved card. */
  answer: string | null;
}

export type BulkItemRow = Selectable<BulkItemsTable>;

/** What became of each line that was run, written with its transaction. */
export const bulkItems = defineTable<BulkItemsTable>({
  "0022-bulk-items": async (db) => {
    await db.schema
      .createTable("bulk_items")
      .addColumn("group_id", "bigint", (column) => column.notNull())
      .addColumn("ordinal", "bigint", (column) => column.notNull())
      .addColumn("line", "bigint", (column) => column.notNull())
      .addColumn("transaction_id", "bigint")
      .addColumn("answer", "text")
      .addPrimaryKeyConstraint("bulk_items_place", ["group_id", "ordinal"])
      // The store itself refuses a line that is run a second time.
      .addUniqueConstraint("bulk_items_line", ["group_id", "line"])
      .execute();
  },
});
