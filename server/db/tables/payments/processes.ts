import { defineTable } from "#server/sql/table.ts";

export interface ProcessesTable {
  id: string;
  /** Epoch ms of its last sign of life. */
  seen_at: number;
  /** The data keys that it knows, by their ids, separated by spaces; null for a version that said none. */
  key_ids: string | null;
}

/** Heartbeats of the console processes on this store: what a dead one was sending becomes unknown. */
export const processes = defineTable<ProcessesTable>({
  "0200-processes": async (db) => {
    await db.schema
      .createTable("processes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
  },
  "0831-processes-keys": async (db) => {
    await db.schema.alterTable("processes").addColumn("key_ids", "text").execute();
  },
});
