import { defineTable } from "../table.ts";

export interface ProcessesTable {
  id: string;
  /** Epoch ms of its last sign of life. */
  seen_at: number;
}

/** The console processes on this store and when each was last alive: what a dead one was sending is unknown. */
export const processes = defineTable<ProcessesTable>({
  "0009-processes": async (db) => {
    await db.schema
      .createTable("processes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
