import { sql } from "kysely";
import type { BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { defineTable } from "#server/sql/table.ts";

export interface BulkFilesTable {
  /** Created when the file was chosen: submitted twice, it is the same file. */
  id: string;
  reference: string;
  name: string;
  size: number;
  /** Keyed digest of the file's SHA-256: for a short file, the SHA-256 alone would reveal its card. "" once deleted. */
  sha256: string;
  rows: number;
  good: number;
  excluded: number;
  fixed: number;
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
  /** Why a second user has to approve it; null when that is not required. */
  second_reason: string | null;
  approved_by_id: string | null;
  approved_by: string | null;
  approved_at: number | null;
  /** The console process that sends it. */
  process_id: string | null;
  /** 1 once the end of the upload may have been sent; 0 before that, or when it is certain that none of it runs; null when not recorded. */
  end_sent: 0 | 1 | null;
  sent_at: number | null;
  outcome_at: number | null;
  bulk_key: string | null;
  /** The gateway's answer to the upload, JSON. */
  upload: string | null;
  /** The group as last read, JSON. */
  group_seen: string | null;
  group_read_at: number | null;
  problem: string | null;
  /** When the next lookup is due: while unknown, and for a week after a user decided that it did not arrive. */
  next_lookup_at: number | null;
  /** BulkSearch, JSON: lookups after its answer was lost. */
  lookup_notes: string | null;
  /** Keyed digest of the exact rows that were approved; null once deleted. */
  rows_digest: string | null;
  /** Keyed digest of the fixes and excluded rows that were approved. */
  edits_digest: string | null;
  /** Review, JSON: the fixes and payouts that the approver saw, masked. */
  review: string | null;
  /** KnownPayment by the name in the rows, JSON: the payments that they act on, as they were when the file was submitted. */
  payments: string | null;
  /** CounterPayment[], JSON: recent counter payments that rows of the last upload repeat. */
  counter_payments: string | null;
}

/** Every bulk file prepared here, without its rows. Never deleted. */
export const bulkFiles = defineTable<BulkFilesTable>({
  "0200-bulk-files": async (db) => {
    await db.schema
      .createTable("bulk_files")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("reference", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("size", "bigint", (column) => column.notNull())
      .addColumn("sha256", "text", (column) => column.notNull())
      .addColumn("rows", "integer", (column) => column.notNull())
      .addColumn("good", "integer", (column) => column.notNull())
      .addColumn("excluded", "integer", (column) => column.notNull())
      .addColumn("fixed", "integer", (column) => column.notNull())
      .addColumn("totals", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("plan", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("prepared_by_id", "text", (column) => column.notNull())
      .addColumn("prepared_by", "text", (column) => column.notNull())
      .addColumn("prepared_at", "bigint", (column) => column.notNull())
      .addColumn("second_reason", "text")
      .addColumn("approved_by_id", "text")
      .addColumn("approved_by", "text")
      .addColumn("approved_at", "bigint")
      .addColumn("process_id", "text")
      .addColumn("end_sent", "integer")
      .addColumn("sent_at", "bigint")
      .addColumn("settled_at", "bigint")
      .addColumn("bulk_key", "text", (column) => column.unique())
      .addColumn("upload", "text")
      .addColumn("group_seen", "text")
      .addColumn("group_read_at", "bigint")
      .addColumn("problem", "text")
      .addColumn("next_lookup_at", "bigint")
      .addColumn("lookup_notes", "text")
      .addColumn("rows_digest", "text")
      .addColumn("edits_digest", "text")
      .addColumn("review", "text")
      .addColumn("counter_payments", "text")
      .execute();
    await db.schema.createIndex("bulk_files_by_time").on("bulk_files").column("prepared_at").execute();
    await db.schema.createIndex("bulk_files_by_hash").on("bulk_files").column("sha256").execute();
  },
  "0204-bulk-file-payments": async (db) => {
    await db.schema.alterTable("bulk_files").addColumn("payments", "text").execute();
  },
  // Was called released.
  "0882-bulk-files-approved": async (db) => {
    await sql`update bulk_files set state = 'approved' where state = 'released'`.execute(db);
    await sql`update bulk_files set second_reason = replace(replace(second_reason, 'may release', 'may approve'), 'already released', 'already approved')
      where second_reason like '%release%'`.execute(db);
  },
  // Was called looks.
  "0888-bulk-files-lookups": async (db) => {
    await sql`update bulk_files set lookup_notes = replace(lookup_notes, '"looks":', '"lookups":')`.execute(
      db,
    );
  },
  "0891-bulk-files-outcome-at": async (db) => {
    await db.schema.alterTable("bulk_files").renameColumn("settled_at", "outcome_at").execute();
  },
});
