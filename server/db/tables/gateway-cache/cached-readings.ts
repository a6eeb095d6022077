import { defineTable } from "#server/sql/table.ts";

export interface CachedReadingsTable {
  /** What was read: a path of the gateway with its query. */
  name: string;
  /** The answer as a page gets it, JSON. Card and account numbers come masked. */
  reading: string;
  /** Epoch ms. */
  read_at: number;
}

/** The last answer of each list that may change, shown with its age while the gateway can't be read. */
export const cachedReadings = defineTable<CachedReadingsTable>({
  "0200-cached-readings": async (db) => {
    await db.schema
      .createTable("cached_readings")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("reading", "text", (column) => column.notNull())
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("cached_readings_by_time").on("cached_readings").column("read_at").execute();
  },
});
