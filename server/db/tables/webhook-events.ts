import type { Verdict } from "#lib/webhook-event.ts";
import { defineTable } from "../table.ts";
import { renameUnkeyedEvents } from "./forget-unkeyed.ts";

export interface WebhookEventsTable {
  /** The gateway's own `event_id`, or `body-` and a digest of the masked body: an event that comes again is the same row. */
  event_id: string;
  /** As it came, also when it is in no table of ours. */
  event_type: string;
  /** What it tells of. Null when it names no transaction. */
  transaction_key: string | null;
  refnum: string | null;
  /** When it happened, in the merchant's zone, as it came. */
  triggered: string | null;
  /** Epoch ms of the first and the latest delivery. */
  received_at: number;
  last_received_at: number;
  deliveries: number;
  /** What came, struck of whatever could be a card number or a secret, JSON. */
  body: string;
  verdict: Verdict;
  /** The verdict's reason, in words. */
  verdict_text: string;
  /** The transaction as the gateway showed it at the check, JSON (`ShownTransaction`). */
  shown: string | null;
  checked_at: number | null;
  /** When it is looked at next; in the near future while a process looks at it. Null when nothing is left to do. */
  next_check_at: number | null;
  /** How often a process has taken it up: only the latest may write its verdict. */
  checks: number;
}

/** The events that the gateway has told, each a hint to read its transaction again. Pruned by age. */
export const webhookEvents = defineTable<WebhookEventsTable>({
  "0013-webhook-events": async (db) => {
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
    await db.schema
      .createIndex("webhook_events_by_time")
      .on("webhook_events")
      .columns(["received_at", "event_id"])
      .execute();
    await db.schema
      .createIndex("webhook_events_by_check")
      .on("webhook_events")
      .column("next_check_at")
      .execute();
    await db.schema
      .createIndex("webhook_events_by_transaction")
      .on("webhook_events")
      .column("transaction_key")
      .execute();
  },
  "0105-webhook-events-unkeyed": renameUnkeyedEvents,
  "0121-webhook-events-by-type": async (db) => {
    await db.schema.createIndex("webhook_events_by_type").on("webhook_events").column("event_type").execute();
  },
});
