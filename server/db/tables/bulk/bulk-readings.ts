import { defineTable } from "#server/sql/table.ts";

export interface BulkReadingsTable {
  /** The group's key, or `current`. */
  asked: string;
  /** The gateway's answer, JSON; null when no group is running. */
  group_seen: string | null;
  /** Epoch ms. */
  read_at: number;
  /** 1 once an action has made it stale. */
  aged: 0 | 1;
}

/** The last reading of each group, shared by all workstations. */
export const bulkReadings = defineTable<BulkReadingsTable>({
  "0200-bulk-readings": async (db) => {
    await db.schema
      .createTable("bulk_readings")
      .addColumn("asked", "text", (column) => column.primaryKey())
      .addColumn("group_seen", "text")
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .addColumn("aged", "integer", (column) => column.notNull())
      .execute();
  },
});
