import { sql } from "kysely";
import type { ShiftState } from "#lib/drawer/shift.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DrawerShiftsTable {
  /** From 1, without gaps. */
  number: number;
  drawer: string;
  state: ShiftState;
  /** Epoch ms, as all times here. */
  opened_at: number;
  opened_by: string;
  opened_by_name: string;
  float_cents: number;
  /** What the shift before left for this one; null when that is not known, or nothing was before. */
  left_cents: number | null;
  /** Why the float is not what was left; null when it is. */
  float_reason: string | null;
  /** Who approved such a float, where it took an approval. */
  float_approved_by: string | null;
  float_approved_by_name: string | null;
  /** How many cash payments and refunds belong to it, with any outcome. */
  cash_attempts: number;
  /** When it stopped taking cash: at its first count. */
  counted_at: number | null;
  /** The count that it is closed with: the last one. */
  count_id: string | null;
  closed_at: number | null;
  closed_by: string | null;
  closed_by_name: string | null;
  approved_by: string | null;
  approved_by_name: string | null;
  /** The number of its Z report. */
  report: number | null;
  counted_cents: number | null;
  expected_cents: number | null;
  /** What stays in the drawer for the next shift. */
  next_float_cents: number | null;
}

/** The shifts of the cash drawers, from their float to their Z report. Rows are never deleted. */
export const drawerShifts = defineTable<DrawerShiftsTable>({
  "0220-drawer-shifts": async (db) => {
    await db.schema
      .createTable("drawer_shifts")
      .addColumn("number", "bigint", (column) => column.primaryKey())
      .addColumn("drawer", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("opened_at", "bigint", (column) => column.notNull())
      .addColumn("opened_by", "text", (column) => column.notNull())
      .addColumn("opened_by_name", "text", (column) => column.notNull())
      .addColumn("float_cents", "bigint", (column) => column.notNull())
      .addColumn("cash_attempts", "bigint", (column) => column.notNull().defaultTo(0))
      .addColumn("counted_at", "bigint")
      .addColumn("count_id", "text")
      .addColumn("closed_at", "bigint")
      .addColumn("closed_by", "text")
      .addColumn("closed_by_name", "text")
      .addColumn("approved_by", "text")
      .addColumn("approved_by_name", "text")
      .addColumn("report", "bigint", (column) => column.unique())
      .addColumn("counted_cents", "bigint")
      .addColumn("expected_cents", "bigint")
      .addColumn("next_float_cents", "bigint")
      .execute();
    // Of two people who open the same drawer at the same time, the second fails here.
    await sql`create unique index drawer_shifts_open on drawer_shifts (drawer) where state = 'open'`.execute(
      db,
    );
    await db.schema
      .createIndex("drawer_shifts_by_state")
      .on("drawer_shifts")
      .columns(["state", "closed_at"])
      .execute();
  },
  "0380-drawer-shifts-float": async (db) => {
    await db.schema.alterTable("drawer_shifts").addColumn("left_cents", "bigint").execute();
    await db.schema.alterTable("drawer_shifts").addColumn("float_reason", "text").execute();
    await db.schema.alterTable("drawer_shifts").addColumn("float_approved_by", "text").execute();
    await db.schema.alterTable("drawer_shifts").addColumn("float_approved_by_name", "text").execute();
  },
});
