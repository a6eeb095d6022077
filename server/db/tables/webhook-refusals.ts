import { defineTable } from "../table.ts";

export interface WebhookRefusalsTable {
  /** Epoch ms of the hour's beginning: a row an hour, however many are refused in it. */
  hour: number;
  refused: number;
}

/** How many deliveries were turned away unread: their contents are kept nowhere, so that nobody can fill the disk. */
export const webhookRefusals = defineTable<WebhookRefusalsTable>({
  "0014-webhook-refusals": async (db) => {
    await db.schema
      .createTable("webhook_refusals")
      .addColumn("hour", "bigint", (column) => column.primaryKey())
      .addColumn("refused", "bigint", (column) => column.notNull())
      .execute();
  },
});
