import { defineTable } from "#server/sql/table.ts";

export interface BatchSyncsTable {
  /** The batch's or the bulk group's key. */
  list_key: string;
  kind: "batch" | "bulk";
  /** How many transactions it has; null before the first page. */
  total: number | null;
  /** How many of them are cached, from the newest on: the next page begins here. */
  read: number;
  /** Epoch ms, as all times here; set once all are cached. */
  done_at: number | null;
  /** When the next page is due; moved ahead by the process that reads it. */
  next_at: number;
  /** Why it waits. */
  waits: string | null;
}

/** Closed batches and completed bulk groups on their way into the gateway cache, a page at a time; each is read once, ever. */
export const batchSyncs = defineTable<BatchSyncsTable>({
  "0200-batch-syncs": async (db) => {
    await db.schema
      .createTable("batch_syncs")
      .addColumn("list_key", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("total", "integer")
      .addColumn("read", "integer", (column) => column.notNull())
      .addColumn("done_at", "bigint")
      .addColumn("next_at", "bigint", (column) => column.notNull())
      .addColumn("waits", "text")
      .execute();
    await db.schema
      .createIndex("batch_syncs_by_next")
      .on("batch_syncs")
      .columns(["done_at", "next_at"])
      .execute();
  },
});
