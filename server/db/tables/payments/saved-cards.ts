import { type Selectable, sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import { defineTable } from "#server/sql/table.ts";

export interface SavedCardsTable {
  /** As the gateway writes it: lower case, hyphenated. */
  token: string;
  brand: string | null;
  last_four: string | null;
  /** "MMYY" as it was typed when the card was saved here. */
  expiry: string | null;
  holder: string | null;
  /** The holder's name as it is searched: lower case, without accents. */
  holder_term: string | null;
  /** Epoch ms, as all times here; null for a card saved elsewhere. */
  saved_at: number | null;
  saved_by: string | null;
  /** Key of the payment it was saved from. */
  saved_from: string | null;
  last_used_at: number | null;
  last_used_cents: number | null;
  last_used_key: string | null;
  /** The latest of saved, used and looked up: the order of the list. */
  seen_at: number;
  /** When it was taken off the list; the row stays so that an old payment does not list it again. */
  forgotten_at: number | null;
}

export type SavedCardRow = Selectable<SavedCardsTable>;

/** The saved cards this console saw, by their tokens. Filled from payments, readings and lookups (server/books/cards). */
export const savedCards = defineTable<SavedCardsTable>({
  "0370-saved-cards": async (db) => {
    await db.schema
      .createTable("saved_cards")
      .addColumn("token", "text", (column) => column.primaryKey())
      .addColumn("brand", "text")
      .addColumn("last_four", "text")
      .addColumn("expiry", "text")
      .addColumn("holder", "text")
      .addColumn("holder_term", "text")
      .addColumn("saved_at", "bigint")
      .addColumn("saved_by", "text")
      .addColumn("saved_from", "text")
      .addColumn("last_used_at", "bigint")
      .addColumn("last_used_cents", "bigint")
      .addColumn("last_used_key", "text")
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .addColumn("forgotten_at", "bigint")
      .execute();
    await db.schema
      .createIndex("saved_cards_by_seen")
      .on("saved_cards")
      .columns(["seen_at", "token"])
      .execute();
    // Payments of earlier versions are indexed once more, which lists their cards.
    await sql`update attempts set indexed = 0
      where tender = 'token' or answer like '%"savedcard"%'`.execute(db);
    const [saved, holder] = isPostgres(db)
      ? ["detail::json -> 'savedcard' ->>", sql`detail::json -> 'creditcard' ->> 'cardholder'`]
      : ["detail -> 'savedcard' ->>", sql`detail -> 'creditcard' ->> 'cardholder'`];
    const part = (name: string) => sql.raw(`${saved} '${name}'`);
    const lastFour = isPostgres(db)
      ? sql`right(${part("cardnumber")}, 4)`
      : sql`substr(${part("cardnumber")}, -4)`;
    // Those of other systems, from the batches read so far.
    await sql`insert into saved_cards (token, brand, last_four, holder, holder_term, saved_from, seen_at)
      select token, max(brand), max(last_four), max(holder), max(lower(holder)), max(saved_from), max(read_at)
      from (select lower(${part("key")}) as token, ${part("type")} as brand,
          ${lastFour} as last_four, ${holder} as holder, key as saved_from, read_at
        from cached_transactions where detail like '%"savedcard":{%') as found
      where token like '____-____-____-____' group by token`.execute(db);
  },
});
