import type { ExportRecord } from "#lib/exports/export-record.ts";
import type { ExportFormat } from "#lib/exports/formats.ts";
import { defineTable } from "#server/sql/table.ts";

/**
 * `finished` holds as many rows as there were before and after. `changed` holds all it read, while rows came or went.
 * `broken` was broken off: by an error, or by who took it. One of a process that died stays `running`.
 */
export type ExportState = ExportRecord["state"];

export interface ExportsTable {
  id: string;
  user_id: string;
  user_name: string;
  /** Epoch ms, as all times here. */
  started_at: number;
  ended_at: number | null;
  /** Which transactions were asked for, as the address names them. */
  query: string;
  format: ExportFormat;
  /** Names separated by commas; null for a daily summary. */
  columns: string | null;
  state: ExportState;
  /** 0 until they are counted. */
  rows_before: number;
  rows_after: number | null;
  /** Rows of the index that went into the file. */
  rows_written: number | null;
  bytes: number | null;
}

/** Who took which transactions out of the console. */
export const exports = defineTable<ExportsTable>({
  "0350-exports": async (db) => {
    await db.schema
      .createTable("exports")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("started_at", "bigint", (column) => column.notNull())
      .addColumn("ended_at", "bigint")
      .addColumn("query", "text", (column) => column.notNull())
      .addColumn("format", "text", (column) => column.notNull())
      .addColumn("columns", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("rows_before", "bigint", (column) => column.notNull())
      .addColumn("rows_after", "bigint")
      .addColumn("rows_written", "bigint")
      .addColumn("bytes", "bigint")
      .execute();
    await db.schema.createIndex("exports_by_time").on("exports").column("started_at").execute();
  },
});
