import { type ExpressionBuilder, sql } from "kysely";
import { cardsOnPage, type SavedCard, type SavedCardPage } from "#lib/cards/saved-card.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { contains } from "#server/db/contains.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { SavedCardRow } from "#server/db/tables/payments/saved-cards.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { toTerm } from "../index/terms.ts";

/** A page of the cards that match every word of a text: brand, last four digits, name or token. Newest first. */
export async function listCards(text: string, offset: number): Promise<SavedCardPage> {
  // A card that was saved a moment ago is there.
  await indexAttempts();
  const words = toTerm(text)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  const meets = (where: ExpressionBuilder<Database, "saved_cards">) =>
    where.and([where("forgotten_at", "is", null), ...words.map(hasWord)]);
  const [rows, { total }] = await Promise.all([
    db()
      .selectFrom("saved_cards")
      .selectAll()
      .where(meets)
      .orderBy("seen_at", "desc")
      .orderBy("token")
      .limit(cardsOnPage)
      .offset(offset)
      .execute(),
    db()
      .selectFrom("saved_cards")
      .select((select) => select.fn.countAll<number>().as("total"))
      .where(meets)
      .executeTakeFirstOrThrow(),
  ]);
  return { cards: rows.map(toSavedCard), total, offset };
}

/** One listed card, or undefined. */
export async function findCard(token: string): Promise<SavedCard | undefined> {
  const row = await db()
    .selectFrom("saved_cards")
    .selectAll()
    .where("token", "=", token)
    .where("forgotten_at", "is", null)
    .executeTakeFirst();
  return row && toSavedCard(row);
}

/** Takes a card off the list with all that was known of it. False when it was not on it. At the gateway it stays. */
export async function forgetCard({ id, name }: Actor, token: string, now: number): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const gone = await store
        .updateTable("saved_cards")
        .set({ ...nothingKnown, forgotten_at: now })
        .where("token", "=", token)
        .where("forgotten_at", "is", null)
        .executeTakeFirst();
      if (gone.numUpdatedRows !== 1n) return false;
      await record(store, { name: "card.forgotten", by: { id, name }, subject: token });
      return true;
    });
}

const nothingKnown = {
  brand: null,
  last_four: null,
  expiry: null,
  holder: null,
  holder_term: null,
  last_used_at: null,
  last_used_cents: null,
  last_used_key: null,
  saved_by: null,
  saved_from: null,
} as const;

/** Puts a forgotten card back on the list, with what the gateway says of it now. */
export async function listAgain(
  token: string,
  { brand, lastFour }: Pick<SavedCard, "brand" | "lastFour">,
): Promise<void> {
  await db()
    .updateTable("saved_cards")
    .set({ brand: brand ?? null, last_four: lastFour ?? null, forgotten_at: null, seen_at: Date.now() })
    .where("token", "=", token)
    .where("forgotten_at", "is not", null)
    .execute();
}

const maxWords = 6;

const lower = (column: string) => sql`lower(${sql.ref(column)})`;

function hasWord(word: string) {
  const pattern = `${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`(${lower("brand")} like ${pattern} escape '\\' or last_four = ${word}
    or ${contains("holder_term", word)} or replace(token, '-', '') like ${pattern.replaceAll("-", "")} escape '\\')`;
}

export function toSavedCard(row: SavedCardRow): SavedCard {
  return {
    token: row.token,
    brand: row.brand ?? undefined,
    lastFour: row.last_four ?? undefined,
    expiry: row.expiry ?? undefined,
    holder: row.holder ?? undefined,
    savedAt: row.saved_at ?? undefined,
    savedBy: row.saved_by ?? undefined,
    savedFrom: row.saved_from ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    lastUsedCents: row.last_used_cents ?? undefined,
    lastUsedKey: row.last_used_key ?? undefined,
  };
}
