import { defineTable } from "../table.ts";

export interface BatchSearchesTable {
  /** The batch's key. */
  key: string;
  /** What the resolver knows of it and how far it has read it, JSON (`BatchSearch`). */
  search: string;
  /** 1 once it was read to its end while closed: it is never read again. */
  final: 0 | 1;
}

/** How far each batch has been searched for lost answers: a restart and another process go on from here. */
export const batchSearches = defineTable<BatchSearchesTable>({
  "0016-batch-searches": async (db) => {
    await db.schema
      .createTable("batch_searches")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("search", "text", (column) => column.notNull())
      .addColumn("final", "integer", (column) => column.notNull())
      .execute();
  },
});
