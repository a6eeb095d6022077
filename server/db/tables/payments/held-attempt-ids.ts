import { defineTable } from "#server/sql/table.ts";

export interface HeldAttemptIdsTable {
  id: string;
  /** Epoch ms: when it can be canceled again, should the console have died. */
  held_until: number;
}

/** Each `attemptId` of an undo of an order that is under way: it is recorded soon, and can't be canceled meanwhile. */
export const heldAttemptIds = defineTable<HeldAttemptIdsTable>({
  "0890-held-attempt-ids": async (db) => {
    await db.schema
      .createTable("held_attempt_ids")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("held_until", "bigint", (column) => column.notNull())
      .execute();
  },
});
