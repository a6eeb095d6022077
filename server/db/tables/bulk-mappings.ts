import { defineTable } from "../table.ts";
import { forgetUnkeyedSignatures } from "./forget-unkeyed.ts";

export interface BulkMappingsTable {
  user_id: string;
  /** Keyed digest of the header's unkeyed one: what a file of that kind is known by. */
  signature: string;
  /** (BulkColumn | null)[], JSON. */
  mapping: string;
  /** Epoch ms. */
  kept_at: number;
}

/** How each person reads files of other systems: names of columns, nothing of any line. */
export const bulkMappings = defineTable<BulkMappingsTable>({
  "0034-bulk-mappings": async (db) => {
    await db.schema
      .createTable("bulk_mappings")
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("signature", "text", (column) => column.notNull())
      .addColumn("mapping", "text", (column) => column.notNull())
      .addColumn("kept_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_mappings_pk", ["user_id", "signature"])
      .execute();
  },
  "0104-bulk-mappings-keyed": forgetUnkeyedSignatures,
});
