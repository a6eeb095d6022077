import type { Selectable } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface SignedDaysTable {
  /** Counts all signatures, from 1. */
  number: number;
  /** The business day: "2026-11-20". */
  day: string;
  /** From 1, within its day: a later one replaces the earlier ones. */
  revision: number;
  signed_by_id: string;
  signed_by: string;
  /** Epoch ms. */
  signed_at: number;
  note: string;
  /** JSON: `DayFigures`. */
  figures: string;
  /** Hex SHA-256 of the figures. */
  fingerprint: string;
  /** JSON: how much each check left open. */
  left_open: string;
  /** JSON: `SignedReport`. */
  report: string;
  /** Hex SHA-256 of the report's text. */
  hash: string;
  /** The HTML file as it is saved; null when an earlier version signed. */
  file: string | null;
  /** Of the whole row, under the data key; null when an earlier version signed. */
  seal: string | null;
}

export type SignedDayRow = Selectable<SignedDaysTable>;

/** Signed business days. Rows are only added: never changed, never deleted. */
export const signedDays = defineTable<SignedDaysTable>({
  "0340-signed-days": async (db) => {
    await db.schema
      .createTable("signed_days")
      .addColumn("number", "integer", (column) => column.primaryKey())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("revision", "integer", (column) => column.notNull())
      .addColumn("signed_by_id", "text", (column) => column.notNull())
      .addColumn("signed_by", "text", (column) => column.notNull())
      .addColumn("signed_at", "bigint", (column) => column.notNull())
      .addColumn("note", "text", (column) => column.notNull())
      .addColumn("figures", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("left_open", "text", (column) => column.notNull())
      .addColumn("report", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      // Of two people who sign a day at once, one is refused.
      .addUniqueConstraint("signed_days_by_day", ["day", "revision"])
      .execute();
  },
  "0380-signed-days-seal": async (db) => {
    await db.schema.alterTable("signed_days").addColumn("file", "text").execute();
    await db.schema.alterTable("signed_days").addColumn("seal", "text").execute();
  },
});
