import { defineTable } from "#server/sql/table.ts";

export interface BatchLookupsTable {
  /** The batch's key. */
  key: string;
  /** What lookups know of it and how far they have read it, JSON (`BatchLookup`). */
  search: string;
  /** 1 once it was read to its end while closed: it is never read again. */
  final: 0 | 1;
}

/** How far each batch has been searched for lost answers: a restart or another process continues here. */
export const batchLookups = defineTable<BatchLookupsTable>({
  "0200-batch-lookups": async (db) => {
    await db.schema
      .createTable("batch_lookups")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("search", "text", (column) => column.notNull())
      .addColumn("final", "integer", (column) => column.notNull())
      .execute();
  },
});
