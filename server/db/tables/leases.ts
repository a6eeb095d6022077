import { defineTable } from "#server/sql/table.ts";

export interface LeasesTable {
  /** The work that one process at a time does. */
  name: string;
  /** The process that does it. */
  holder: string;
  /** Epoch ms: from then on any process may take over. */
  until: number;
}

/** Work that one process at a time does for all. */
export const leases = defineTable<LeasesTable>({
  "0200-leases": async (db) => {
    await db.schema
      .createTable("leases")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("holder", "text", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .execute();
  },
});
