import { defineTable } from "#server/sql/table.ts";

export interface CachedBatchesTable {
  key: string;
  /** The gateway's batch object, JSON. */
  batch: string;
  /** 1 once the gateway reported it closed: it never changes again and is never read again. */
  closed: 0 | 1;
  /** Epoch ms. */
  read_at: number;
}

/** Batches as last read. */
export const cachedBatches = defineTable<CachedBatchesTable>({
  "0200-cached-batches": async (db) => {
    await db.schema
      .createTable("cached_batches")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("batch", "text", (column) => column.notNull())
      .addColumn("closed", "integer", (column) => column.notNull())
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
