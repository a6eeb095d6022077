import type { MovementKind } from "#lib/drawer/cash-sums.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DrawerMovementsTable {
  /** Made by the form: the same form submitted twice is one movement. */
  id: string;
  shift: number;
  kind: MovementKind;
  /** Always positive; `kind` says the direction. */
  cents: number;
  reason: string;
  /** Epoch ms. */
  at: number;
  user_id: string;
  user_name: string;
  /** The manager, where it took an approval. */
  approved_by: string | null;
  approved_by_name: string | null;
}

/** Cash paid into a drawer, paid out of it, or taken to the safe. Rows are never changed. */
export const drawerMovements = defineTable<DrawerMovementsTable>({
  "0221-drawer-movements": async (db) => {
    await db.schema
      .createTable("drawer_movements")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("shift", "bigint", (column) => column.notNull().references("drawer_shifts.number"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("drawer_movements_by_shift")
      .on("drawer_movements")
      .columns(["shift", "at"])
      .execute();
  },
  "0380-drawer-movements-approved": async (db) => {
    await db.schema.alterTable("drawer_movements").addColumn("approved_by", "text").execute();
    await db.schema.alterTable("drawer_movements").addColumn("approved_by_name", "text").execute();
  },
});
