import { defineTable } from "../table.ts";

export interface LeasesTable {
  /** The work that one process at a time does. */
  name: string;
  /** The process that does it. */
  holder: string;
  /** Epoch ms: from then on anyone may take it over. */
  until: number;
}

/** Work that one process at a time does for all. */
export const leases = defineTable<LeasesTable>({
  "0017-leases": async (db) => {
    await db.schema
      .createTable("leases")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("holder", "text", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .execute();
  },
});
