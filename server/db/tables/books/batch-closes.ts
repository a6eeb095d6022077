import { defineTable } from "#server/sql/table.ts";

export interface BatchClosesTable {
  batch_key: string;
  user_id: string;
  user_name: string;
  /** Epoch ms. */
  asked_at: number;
  /** `sent` of a process that died is unknown too. */
  state: "sent" | "closed" | "unknown";
}

/** Who asked the gateway to close which batch: one request at a time. A refused request leaves no row. */
export const batchCloses = defineTable<BatchClosesTable>({
  "0370-batch-closes": async (db) => {
    await db.schema
      .createTable("batch_closes")
      .addColumn("batch_key", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("asked_at", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .execute();
  },
});
