import { defineTable } from "#server/sql/table.ts";

export interface CanceledAttemptIdsTable {
  id: string;
  /** Epoch ms. */
  canceled_at: number;
  /** The user whose page it was. */
  canceled_by: string | null;
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
  "0889-canceled-attempt-ids-by-user": async (db) => {
    await db.schema.alterTable("canceled_attempt_ids").addColumn("canceled_by", "text").execute();
    await db.schema
      .createIndex("canceled_attempt_ids_by_user")
      .on("canceled_attempt_ids")
      .columns(["canceled_by", "canceled_at"])
      .execute();
  },
});
