import { defineTable } from "../table.ts";

export interface GatewayPulseTable {
  /** Always "now": one row. */
  id: string;
  minute_used: number | null;
  minute_limit: number | null;
  day_used: number | null;
  day_limit: number | null;
  latency_ms: number | null;
  reachable: 0 | 1;
  /** Epoch ms. */
  seen_at: number;
}

/** What the gateway's last answer told of its shared limit and its speed. */
export const gatewayPulse = defineTable<GatewayPulseTable>({
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
});
