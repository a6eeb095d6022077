import { defineTable } from "../table.ts";

export interface GatewayBudgetTable {
  /** Always "now": one row, which processes lock in turn. */
  id: string;
  /** `BudgetState` of server/gateway/budget, JSON. */
  state: string;
}

/** What is known of the limit that all desks share, and who stands in line for it. */
export const gatewayBudget = defineTable<GatewayBudgetTable>({
  // What an earlier console kept of the gateway's last answer.
  "0005-gateway-pulse": async (db) => {
    await db.schema
      .createTable("gateway_pulse")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("minute_used", "integer")
      .addColumn("minute_limit", "integer")
      .addColumn("day_used", "integer")
      .addColumn("day_limit", "integer")
      .addColumn("latency_ms", "integer")
      .addColumn("reachable", "integer", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
  },
  "0010-gateway-budget": async (db) => {
    await db.schema.dropTable("gateway_pulse").execute();
    await db.schema
      .createTable("gateway_budget")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("state", "text", (column) => column.notNull())
      .execute();
  },
});
