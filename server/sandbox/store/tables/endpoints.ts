import { defineTable } from "#server/sql/table.ts";

export interface EndpointsTable {
  /** The path segment after /api/. */
  endpoint: string;
  /** JSON of EndpointSettings. */
  settings: string;
}

/** Registered endpoint keys, each with its own limits and addresses. */
export const endpoints = defineTable<EndpointsTable>({
  "0001-endpoints": async (db) => {
    await db.schema
      .createTable("endpoints")
      .addColumn("endpoint", "text", (column) => column.primaryKey())
      .addColumn("settings", "text", (column) => column.notNull())
      .execute();
  },
});
