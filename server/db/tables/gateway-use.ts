import { defineTable } from "../table.ts";

export interface GatewayUseTable {
  /** Epoch ms of the minute's beginning. */
  minute: number;
  /** A person, or a part of the console. */
  caller_id: string;
  caller_name: string;
  lane: "money" | "resolve" | "person" | "background";
  /** The command, or the endpoint that was read. */
  what: string;
  requests: number;
  /** Of these, how many brought no sound answer. */
  failed: number;
  /** Sum of the time that their answers took, and that they stood in line. */
  answer_ms: number;
  line_ms: number;
}

/** Who used what of the gateway, in sums of a minute. Kept for a day. */
export const gatewayUse = defineTable<GatewayUseTable>({
  "0011-gateway-use": async (db) => {
    await db.schema
      .createTable("gateway_use")
      .addColumn("minute", "bigint", (column) => column.notNull())
      .addColumn("caller_id", "text", (column) => column.notNull())
      .addColumn("caller_name", "text", (column) => column.notNull())
      .addColumn("lane", "text", (column) => column.notNull())
      .addColumn("what", "text", (column) => column.notNull())
      .addColumn("requests", "integer", (column) => column.notNull())
      .addColumn("failed", "integer", (column) => column.notNull())
      .addColumn("answer_ms", "bigint", (column) => column.notNull())
      .addColumn("line_ms", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("gateway_use_pk", ["minute", "caller_id", "lane", "what"])
      .execute();
  },
});
