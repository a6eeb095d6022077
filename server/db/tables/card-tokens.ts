import { sql } from "kysely";
import { defineTable } from "../table.ts";

export interface CardTokensTable {
  /** Keyed digest of the token. */
  token_fingerprint: string;
  /** Keyed digest of the card number it was made from. */
  fingerprint: string;
  /** Epoch ms: when the card was last saved under this token. */
  noted_at: number;
}

/**
 * Which card a token stands for, while the duplicate guard may still meet both: a card saved here and charged by number
 * and by token is one card. Forgotten with the card's fingerprints (server/retention).
 */
export const cardTokens = defineTable<CardTokensTable>({
  "0019-card-tokens": async (db) => {
    await db.schema
      .createTable("card_tokens")
      .addColumn("token_fingerprint", "text", (column) => column.primaryKey())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .execute();
  },
  "0101-card-tokens-noted": async (db) => {
    await sql`alter table card_tokens add column noted_at bigint not null default 0`.execute(db);
  },
});
