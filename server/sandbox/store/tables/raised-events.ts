import type { Generated } from "kysely";
import { defineTable, withRowNumber } from "../table.ts";

export interface RaisedEventsTable {
  id: Generated<number>;
  /** Epoch ms of the sandbox's clock at the last of them. */
  raised_at: number;
  /** JSON of a list of RaisedEvent. */
  events: string;
}

/** Events of payments that were added in one commit, as they were raised: the outbox gets each of them when it is its turn. */
export const raisedEvents = defineTable<RaisedEventsTable>({
  "0070-raised-events": async (db) => {
    await withRowNumber(db, db.schema.createTable("raised_events"))
      .addColumn("raised_at", "bigint", (column) => column.notNull())
      .addColumn("events", "text", (column) => column.notNull())
      .execute();
  },
});
