import type { Verdict } from "#lib/webhook-event.ts";
import { defineTable } from "#server/sql/table.ts";

export interface WebhookEventsTable {
  /** The gateway's own `event_id`, or `body-` and a digest of the masked body: a repeated event is the same row. */
  event_id: string;
  /** As received, even when it is not a known event type. */
  event_type: string;
  /** The transaction it is about; null when it names none. */
  transaction_key: string | null;
  refnum: string | null;
  /** When it happened, in the merchant's zone, as received. */
  triggered: string | null;
  /** Epoch ms of the first and the latest delivery. */
  received_at: number;
  last_received_at: number;
  deliveries: number;
  /** The body, JSON, with everything masked that could be a card number or a secret. */
  body: string;
  verdict: Verdict;
  /** The reason for the verdict. */
  verdict_text: string;
  /** The transaction as read from the gateway for the verdict, JSON (`ShownTransaction`). */
  shown: string | null;
  checked_at: number | null;
  /** When it is due next; in the near future while a process works on it. Null when nothing is left to do. */
  next_check_at: number | null;
  /** How often a process has claimed it: only the latest may write its verdict. */
  checks: number;
}

/** Events from the gateway, each a hint to read its transaction again. Pruned by age. */
export const webhookEvents = defineTable<WebhookEventsTable>({
  "0200-webhook-events": async (db) => {
    await db.schema
      .createTable("webhook_events")
      .addColumn("event_id", "text", (column) => column.primaryKey())
      .addColumn("event_type", "text", (column) => column.notNull())
      .addColumn("transaction_key", "text")
      .addColumn("refnum", "text")
      .addColumn("triggered", "text")
      .addColumn("received_at", "bigint", (column) => column.notNull())
      .addColumn("last_received_at", "bigint", (column) => column.notNull())
      .addColumn("deliveries", "integer", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("verdict", "text", (column) => column.notNull())
      .addColumn("verdict_text", "text", (column) => column.notNull())
      .addColumn("shown", "text")
      .addColumn("checked_at", "bigint")
      .addColumn("next_check_at", "bigint")
      .addColumn("checks", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    const indexes = {
      time: ["received_at", "event_id"],
      check: ["next_check_at"],
      transaction: ["transaction_key"],
      type: ["event_type"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema
        .createIndex(`webhook_events_by_${name}`)
        .on("webhook_events")
        .columns(columns)
        .execute();
  },
});
