import type { Generated, Selectable } from "kysely";
import type { EventName } from "#lib/gateway/events.ts";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface DeliveriesTable {
  id: Generated<number>;
  event_id: string;
  event_type: EventName;
  transaction_key: string;
  /** Counts the attempts of one event from 1. */
  attempt: number;
  /** Epoch ms of the sandbox's clock, as the next one. */
  tried_at: number;
  /** When it is sent again; null when it was delivered or given up. */
  retry_at: number | null;
  /** The receiver's HTTP status; null without a response. */
  status: number | null;
  /** Why there is no status; null when there is one. */
  error: string | null;
  /** Duration in real ms. */
  ms: number;
}

export type DeliveryRow = Selectable<DeliveriesTable>;

/** Delivery attempts and their results. */
export const deliveries = defineTable<DeliveriesTable>({
  "0001-deliveries": async (db) => {
    await withRowNumber(db, db.schema.createTable("deliveries"))
      .addColumn("event_id", "text", (column) => column.notNull())
      .addColumn("event_type", "text", (column) => column.notNull())
      .addColumn("transaction_key", "text", (column) => column.notNull())
      .addColumn("attempt", "bigint", (column) => column.notNull())
      .addColumn("tried_at", "bigint", (column) => column.notNull())
      .addColumn("retry_at", "bigint")
      .addColumn("status", "integer")
      .addColumn("error", "text")
      .addColumn("ms", "bigint", (column) => column.notNull())
      .execute();
  },
});
