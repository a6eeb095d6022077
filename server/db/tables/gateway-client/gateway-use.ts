import { defineTable } from "#server/sql/table.ts";

export interface GatewayUseTable {
  /** Epoch ms of the minute's beginning. */
  minute: number;
  /** A user, or a part of the console. */
  caller_id: string;
  caller_name: string;
  priority: "money" | "resolve" | "person" | "background";
  /** The command, or the endpoint that was read. */
  what: string;
  requests: number;
  /** Of these, how many got no usable answer. */
  failed: number;
  /** Sums of the time their answers took and of the time they were queued. */
  answer_ms: number;
  queued_ms: number;
}

/** Gateway usage by caller, summed by the minute. Kept for a day. */
export const gatewayUse = defineTable<GatewayUseTable>({
  "0200-gateway-use": async (db) => {
    await db.schema
      .createTable("gateway_use")
      .addColumn("minute", "bigint", (column) => column.notNull())
      .addColumn("caller_id", "text", (column) => column.notNull())
      .addColumn("caller_name", "text", (column) => column.notNull())
      .addColumn("priority", "text", (column) => column.notNull())
      .addColumn("what", "text", (column) => column.notNull())
      .addColumn("requests", "integer", (column) => column.notNull())
      .addColumn("failed", "integer", (column) => column.notNull())
      .addColumn("answer_ms", "bigint", (column) => column.notNull())
      .addColumn("queued_ms", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("gateway_use_pk", ["minute", "caller_id", "priority", "what"])
      .execute();
  },
});
