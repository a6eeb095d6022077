import { defineTable } from "#server/sql/table.ts";

export interface LeasesTable {
  /** The name of the work. */
  name: string;
  /** The process that holds the lease. */
  holder: string;
  /** Epoch ms: from then on any process may take over. */
  until: number;
}

/** Leases on work that only one process at a time may do. */
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
