import { defineTable } from "../table.ts";

export interface CardTokensTable {
  /** Keyed digest of the token. */
  token_fingerprint: string;
  /** Keyed digest of the card number it was made from. */
  fingerprint: string;
}

/** Which card a token stands for, as far as it was saved through this console: the same card is one card either way. */
export const cardTokens = defineTable<CardTokensTable>({
  "0019-card-tokens": async (db) => {
    await db.schema
      .createTable("card_tokens")
      .addColumn("token_fingerprint", "text", (column) => column.primaryKey())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .execute();
  },
});
