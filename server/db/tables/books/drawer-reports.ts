import { defineTable } from "#server/sql/table.ts";

export interface DrawerReportsTable {
  /** From 1, without gaps. */
  number: number;
  shift: number;
  /** What was printed when the shift was closed, JSON (`ZReport`). Never recomputed. */
  figures: string;
  /** The MAC of `figures`, which hold the hash of the report before; of an earlier version: their hex SHA-256. */
  hash: string;
}

/** The Z reports. Rows are never changed or deleted. */
export const drawerReports = defineTable<DrawerReportsTable>({
  "0221-drawer-reports": async (db) => {
    await db.schema
      .createTable("drawer_reports")
      .addColumn("number", "bigint", (column) => column.primaryKey())
      .addColumn("shift", "bigint", (column) => column.notNull().unique().references("drawer_shifts.number"))
      .addColumn("figures", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .execute();
  },
});
