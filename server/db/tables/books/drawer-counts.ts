import { defineTable } from "#server/sql/table.ts";

export interface DrawerCountsTable {
  /** Made by the form: the same form submitted twice is one count. */
  id: string;
  shift: number;
  /** From 1: a recount is a further row. */
  position: number;
  /** Epoch ms. */
  at: number;
  user_id: string;
  user_name: string;
  currency: string;
  /** How many of each bill and coin, JSON (`Pieces`). */
  pieces: string;
  total_cents: number;
}

/** Counts of a drawer by denomination. Rows are never changed. */
export const drawerCounts = defineTable<DrawerCountsTable>({
  "0221-drawer-counts": async (db) => {
    await db.schema
      .createTable("drawer_counts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("shift", "bigint", (column) => column.notNull().references("drawer_shifts.number"))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("pieces", "text", (column) => column.notNull())
      .addColumn("total_cents", "bigint", (column) => column.notNull())
      .addUniqueConstraint("drawer_counts_position", ["shift", "position"])
      .execute();
  },
});
