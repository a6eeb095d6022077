import { defineTable } from "#server/sql/table.ts";

export interface TokensTable {
  /** Lower case, with hyphens. */
  token: string;
  /** Fingerprint of number and expiration. */
  fingerprint: string;
  /** JSON of number and expiration, encrypted. */
  sealed: string;
  masked: string;
  brand: string;
  created_at: number;
}

export const tokens = defineTable<TokensTable>({
  "0001-tokens": async (db) => {
    await db.schema
      .createTable("tokens")
      .addColumn("token", "text", (column) => column.primaryKey())
      .addColumn("fingerprint", "text", (column) => column.notNull().unique())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("masked", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
