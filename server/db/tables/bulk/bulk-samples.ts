import { defineTable } from "#server/sql/table.ts";

export interface BulkSamplesTable {
  group_key: string;
  /** Epoch ms. */
  at: number;
  remaining: number;
  approved: number;
  declined: number;
  errors: number;
}

/** The progress of each group over time. Bounded: the longer a group runs, the further apart its earlier samples are. */
export const bulkSamples = defineTable<BulkSamplesTable>({
  "0200-bulk-samples": async (db) => {
    await db.schema
      .createTable("bulk_samples")
      .addColumn("group_key", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("remaining", "integer", (column) => column.notNull())
      .addColumn("approved", "integer", (column) => column.notNull())
      .addColumn("declined", "integer", (column) => column.notNull())
      .addColumn("errors", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("bulk_samples_pk", ["group_key", "at"])
      .execute();
  },
});
