import { defineTable } from "#server/sql/table.ts";

export interface GatewayAccountsTable {
  /** Short and lower case: in the name of its folder or schema. Never given again. */
  id: string;
  name: string;
  /** One of `accountColors`. */
  color: string;
  /** Base addresses with commas, as in GATEWAY_URL. */
  urls: string;
  /** JSON of key, PIN and webhook key, encrypted under the data key; null once the account was removed. */
  sealed: string | null;
  port: number;
  /** Scheme and host at which browsers reach it; null: the console's own with its port. */
  origin: string | null;
  /** Counts the changes: a process of an earlier one is started again. */
  version: number;
  /** Epoch ms, as below. */
  created_at: number;
  /** Null while it is served. Its store is kept. */
  removed_at: number | null;
}

/** The gateway accounts beside the one of the environment. */
export const gatewayAccounts = defineTable<GatewayAccountsTable>({
  "0870-gateway-accounts": async (db) => {
    await db.schema
      .createTable("gateway_accounts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("color", "text", (column) => column.notNull())
      .addColumn("urls", "text", (column) => column.notNull())
      .addColumn("sealed", "text")
      .addColumn("port", "integer", (column) => column.notNull())
      .addColumn("origin", "text")
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("removed_at", "bigint")
      .execute();
  },
});
