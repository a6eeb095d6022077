import { defineTable } from "#server/sql/table.ts";

export interface CanceledAttemptIdsTable {
  id: string;
  /** Epoch ms. */
  canceled_at: number;
}

/** Each `attemptId` that no attempt may have any more: the page that made it lost the connection and has given it up. */
export const canceledAttemptIds = defineTable<CanceledAttemptIdsTable>({
  "0886-canceled-attempt-ids": async (db) => {
    await db.schema
      .createTable("canceled_attempt_ids")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("canceled_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
