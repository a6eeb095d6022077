import { defineTable } from "../table.ts";

export interface RateCountersTable {
  /** Endpoint key and caller's address. */
  scope: string;
  /** Minutes since the epoch, of the real clock, that `minute_used` counts. */
  minute: number;
  minute_used: number;
  /** Days since the epoch, in UTC. */
  day: number;
  day_used: number;
  /** How many of those it asked for the latest count was given; only where processes share the store. */
  granted: number;
}

/** Requests used of each caller's limits. */
export const rateCounters = defineTable<RateCountersTable>({
  "0009-rate-counters": async (db) => {
    await db.schema
      .createTable("rate_counters")
      .addColumn("scope", "text", (column) => column.primaryKey())
      .addColumn("minute", "bigint", (column) => column.notNull())
      .addColumn("minute_used", "bigint", (column) => column.notNull())
      .addColumn("day", "bigint", (column) => column.notNull())
      .addColumn("day_used", "bigint", (column) => column.notNull())
      .addColumn("granted", "bigint", (column) => column.notNull())
      .execute();
  },
});
