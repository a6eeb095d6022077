import { defineTable } from "#server/sql/table.ts";

export interface RateCountersTable {
  /** Endpoint key and caller's address. */
  scope: string;
  /** Minutes since the epoch, of the real clock, that `minute_used` counts. */
  minute: number;
  minute_used: number;
  /** Days since the epoch, in UTC. */
  day: number;
  day_used: number;
  /** How many requests the latest count allowed; used on PostgreSQL only. */
  granted: number;
}

/** Requests counted against each caller's limits. */
export const rateCounters = defineTable<RateCountersTable>({
  "0001-rate-counters": async (db) => {
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
