import type { BulkFileState } from "#lib/bulk/bulk-file.ts";
import { defineTable } from "../table.ts";

export interface BulkFilesTable {
  /** The nonce made when the file was chosen: prepared twice it is the same file. */
  id: string;
  reference: string;
  name: string;
  size: number;
  /** Keyed digest of the SHA-256 of the file's bytes: of a short file the SHA-256 alone would give its card away. "" once forgotten. */
  sha256: string;
  rows: number;
  good: number;
  left_out: number;
  mended: number;
  /** BulkTotal[], JSON. */
  totals: string;
  cents: number;
  /** FilePlan, JSON: how the file is read. */
  plan: string;
  state: BulkFileState;
  prepared_by_id: string;
  prepared_by: string;
  /** Epoch ms, as all times here. */
  prepared_at: number;
  needs_second: 0 | 1;
  released_by_id: string | null;
  released_by: string | null;
  released_at: number | null;
  /** The console process that sends it. */
  process_id: string | null;
  /** 0 while the end of its upload is held back and once nothing of it runs, 1 once it may have left; null where nobody noted it. */
  end_left: 0 | 1 | null;
  sent_at: number | null;
  settled_at: number | null;
  bulk_key: string | null;
  /** The gateway's answer to the upload, JSON. */
  upload: string | null;
  /** The group as last read, JSON. */
  group_seen: string | null;
  group_read_at: number | null;
  problem: string | null;
  /** When evidence is looked for next: while unknown, and for a week after a person decided that it did not arrive. */
  next_look_at: number | null;
  /** BulkSearch, JSON: where it was looked for, once its answer was lost. */
  search: string | null;
  /** Keyed digest of the exact rows that were approved; null for files prepared before this was recorded. */
  rows_digest: string | null;
  /** Keyed digest of the fixes and excluded rows that were approved. */
  edits_digest: string | null;
  /** Review, JSON: the fixes and payouts that the person who released it saw, masked. */
  review: string | null;
  /** CounterPayment[], JSON: recent counter payments that rows of the last upload repeat. */
  counter_payments: string | null;
}

/** Every bulk file that was prepared here. None of its lines. Rows are never deleted. */
export const bulkFiles = defineTable<BulkFilesTable>({
  "0030-bulk-files": async (db) => {
    await db.schema
      .createTable("bulk_files")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("reference", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("size", "bigint", (column) => column.notNull())
      .addColumn("sha256", "text", (column) => column.notNull())
      .addColumn("rows", "integer", (column) => column.notNull())
      .addColumn("good", "integer", (column) => column.notNull())
      .addColumn("left_out", "integer", (column) => column.notNull())
      .addColumn("mended", "integer", (column) => column.notNull())
      .addColumn("totals", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("plan", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("prepared_by_id", "text", (column) => column.notNull())
      .addColumn("prepared_by", "text", (column) => column.notNull())
      .addColumn("prepared_at", "bigint", (column) => column.notNull())
      .addColumn("needs_second", "integer", (column) => column.notNull())
      .addColumn("released_by_id", "text")
      .addColumn("released_by", "text")
      .addColumn("released_at", "bigint")
      .addColumn("process_id", "text")
      .addColumn("sent_at", "bigint")
      .addColumn("settled_at", "bigint")
      .addColumn("bulk_key", "text", (column) => column.unique())
      .addColumn("upload", "text")
      .addColumn("group_seen", "text")
      .addColumn("group_read_at", "bigint")
      .addColumn("problem", "text")
      .addColumn("next_look_at", "bigint")
      .execute();
    await db.schema.createIndex("bulk_files_by_time").on("bulk_files").column("prepared_at").execute();
    await db.schema.createIndex("bulk_files_by_hash").on("bulk_files").column("sha256").execute();
  },
  "0036-bulk-files-end": async (db) => {
    await db.schema.alterTable("bulk_files").addColumn("end_left", "integer").execute();
  },
  "0036-bulk-files-search": async (db) => {
    await db.schema.alterTable("bulk_files").addColumn("search", "text").execute();
  },
  "0130-bulk-files-approval": async (db) => {
    for (const name of ["rows_digest", "edits_digest", "review", "counter_payments"])
      await db.schema.alterTable("bulk_files").addColumn(name, "text").execute();
  },
});
