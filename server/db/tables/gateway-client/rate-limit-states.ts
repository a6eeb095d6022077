import { defineTable } from "#server/sql/table.ts";

export interface RateLimitStatesTable {
  /** Always "now": one row, which processes lock in turn. */
  id: string;
  /** `RateLimitState` of server/gateway-client/rate-limit, JSON. */
  state: string;
}

/** What is known of the rate limit, and the queue of requests that wait for it. */
export const rateLimitStates = defineTable<RateLimitStatesTable>({
  "0200-rate-limit-states": async (db) => {
    await db.schema
      .createTable("rate_limit_states")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("state", "text", (column) => column.notNull())
      .execute();
  },
});
