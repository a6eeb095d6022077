import { type Generated, type Selectable, sql } from "kysely";
import type { EventName } from "#lib/gateway/events.ts";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface EventsTable {
  id: Generated<number>;
  /** 64 hex digits. */
  event_id: string;
  event_type: EventName;
  transaction_key: string;
  /** The JSON that is signed and sent; the same bytes at every attempt. */
  body: string;
  /** Finished attempts. */
  attempts: number;
  /** Epoch ms of the sandbox's clock, as the next one. */
  first_tried_at: number | null;
  next_attempt_at: number;
  /** Until when an attempt has claimed it, in epoch ms of the store's clock; 0 when unclaimed. */
  claimed_until: number;
}

export type EventRow = Selectable<EventsTable>;

/** The outbox: events that wait for delivery. A delivered or abandoned one is deleted. */
export const events = defineTable<EventsTable>({
  "0001-events": async (db) => {
    await withRowNumber(db, db.schema.createTable("events"))
      .addColumn("event_id", "text", (column) => column.notNull())
      .addColumn("event_type", "text", (column) => column.notNull())
      .addColumn("transaction_key", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("attempts", "bigint", (column) => column.notNull())
      .addColumn("first_tried_at", "bigint")
      .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
      .addColumn("claimed_until", "bigint", (column) => column.notNull())
      .execute();
    await sql`create index events_due on events (next_attempt_at)`.execute(db);
  },
});
