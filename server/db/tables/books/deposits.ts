import { defineTable } from "#server/sql/table.ts";

export interface DepositsTable {
  id: string;
  /** Hex SHA-256 of what makes it this bank line and no other; of one entered by hand, its id. */
  row_key: string;
  /** The file it came from; null when entered by hand. */
  file_sha256: string | null;
  /** The bank's day, "2026-11-20". */
  day: string;
  /** Money out is negative. */
  cents: number;
  /** Letters by ISO 4217. */
  currency: string;
  description: string;
  /** The bank's trace or reference number. */
  trace: string | null;
  account: string | null;
  added_by_id: string;
  added_by: string;
  /** Epoch ms. */
  added_at: number;
  /** The match that explains it; null while there is none. Set only where it is null: one match at a time. */
  match_id: string | null;
}

/** Lines of bank statements, imported or entered by hand. Never deleted. */
export const deposits = defineTable<DepositsTable>({
  "0311-deposits": async (db) => {
    await db.schema
      .createTable("deposits")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("row_key", "text", (column) => column.notNull().unique())
      .addColumn("file_sha256", "text", (column) => column.references("deposit_files.sha256"))
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("trace", "text")
      .addColumn("account", "text")
      .addColumn("added_by_id", "text", (column) => column.notNull())
      .addColumn("added_by", "text", (column) => column.notNull())
      .addColumn("added_at", "bigint", (column) => column.notNull())
      .addColumn("match_id", "text")
      .execute();
    await db.schema.createIndex("deposits_by_day").on("deposits").columns(["day", "id"]).execute();
    await db.schema.createIndex("deposits_by_match").on("deposits").columns(["match_id", "day"]).execute();
  },
});
