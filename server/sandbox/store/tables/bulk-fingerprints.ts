import { sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface BulkFingerprintsTable {
  /** Keyed digest of a row's cells. */
  fingerprint: string;
  /** The first file that had it. */
  group_id: number;
}

/** Rows that were uploaded before. */
export const bulkFingerprints = defineTable<BulkFingerprintsTable>({
  "0001-bulk-fingerprints": async (db) => {
    await db.schema
      .createTable("bulk_fingerprints")
      .addColumn("fingerprint", "text", (column) => column.primaryKey())
      .addColumn("group_id", "bigint", (column) => column.notNull())
      .execute();
    await sql`create index bulk_fingerprints_group on bulk_fingerprints (group_id)`.execute(db);
  },
});
