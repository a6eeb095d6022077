import { defineTable } from "../table.ts";

export interface LedgerWalksTable {
  /** The batch's or the bulk group's key. */
  list_key: string;
  kind: "batch" | "bulk";
  /** How many transactions it has; null before the first page. */
  total: number | null;
  /** How many of them are kept, from the newest on: the next page begins here. */
  read: number;
  /** Epoch ms, as all times here; set once all are kept. */
  done_at: number | null;
  /** When the next page is due; moved on by whoever takes it. */
  next_at: number;
  /** Why it waits, in words. */
  waits: string | null;
}

/** Closed batches and completed bulk groups on their way into the ledger, a page at a time; each is walked once, ever. */
export const ledgerWalks = defineTable<LedgerWalksTable>({
  "0023-ledger-walks": async (db) => {
    await db.schema
      .createTable("ledger_walks")
      .addColumn("list_key", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("total", "integer")
      .addColumn("read", "integer", (column) => column.notNull())
      .addColumn("done_at", "bigint")
      .addColumn("next_at", "bigint", (column) => column.notNull())
      .addColumn("waits", "text")
      .execute();
    await db.schema
      .createIndex("ledger_walks_by_next")
      .on("ledger_walks")
      .columns(["done_at", "next_at"])
      .execute();
  },
});
