import { defineTable } from "#server/sql/table.ts";

export interface CardTokensTable {
  /** Keyed digest of the token. */
  token_fingerprint: string;
  /** Keyed digest of the card number it was made from. */
  fingerprint: string;
  /** Epoch ms: when the card was last saved as this token. */
  saved_at: number;
}

/**
 * Links a token to its card for the duplicate guard: a card charged by number and by token is the same card. Deleted with
 * the card's fingerprints (server/retention).
 */
export const cardTokens = defineTable<CardTokensTable>({
  "0200-card-tokens": async (db) => {
    await db.schema
      .createTable("card_tokens")
      .addColumn("token_fingerprint", "text", (column) => column.primaryKey())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("saved_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
