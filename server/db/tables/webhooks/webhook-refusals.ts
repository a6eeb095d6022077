import { defineTable } from "#server/sql/table.ts";

export interface WebhookRefusalsTable {
  /** Epoch ms of the start of the hour: one row an hour, however many deliveries are refused. */
  hour: number;
  refused: number;
}

/** How many deliveries were refused unread. Their contents are not stored, so that an attacker cannot fill the disk. */
export const webhookRefusals = defineTable<WebhookRefusalsTable>({
  "0200-webhook-refusals": async (db) => {
    await db.schema
      .createTable("webhook_refusals")
      .addColumn("hour", "bigint", (column) => column.primaryKey())
      .addColumn("refused", "bigint", (column) => column.notNull())
      .execute();
  },
});
