import { sql } from "kysely";
import { defineTable } from "../table.ts";

export interface BulkFingerprintsTable {
  /** Keyed digest of a line's cells. */
  fingerprint: string;
  /** The first file it was in. */
  group_id: number;
}

/** Lines that were uploaded before, to know them again. */
export const bulkFingerprints = defineTable<BulkFingerprintsTable>({
  "0023-bulk-fingerprints": async (db) => {
    await db.schema
      .createTable("bulk_fingerprints")
      .addColumn("fingerprint", "text", (column) => column.primaryKey())
      .addColumn("group_id", "bigint", (column) => column.notNull())
      .execute();
    await sql`create index bulk_fingerprints_group on bulk_fingerprints (group_id)`.execute(db);
  },
});
