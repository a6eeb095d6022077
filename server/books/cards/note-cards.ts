import { type Kysely, sql } from "kysely";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { brandOf } from "#lib/payments/transaction-labels.ts";
import type { Database } from "#server/db/database.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { SavedCardRow } from "#server/db/tables/payments/saved-cards.ts";
import { tookEffect } from "#server/payments/attempts/attempt-row.ts";
import { toTerm } from "../index/terms.ts";
import { lastFourOf } from "./last-four.ts";

/** What one payment, reading or lookup shows of a saved card. */
export type Sighting = Pick<SavedCardRow, "token" | "seen_at"> &
  Partial<Omit<SavedCardRow, "token" | "seen_at">>;

/**
 * Lists saved cards, or adds what is new of those listed. A card that was forgotten here is listed again only when it is
 * saved again afterwards. `store` may be the caller's transaction.
 */
export async function noteCards(store: Kysely<Database>, sightings: readonly Sighting[]): Promise<void> {
  // In one order, so that two processes never wait for each other.
  for (const sighting of sightings.toSorted((a, b) => a.token.localeCompare(b.token)))
    await store
      .insertInto("saved_cards")
      .values({ ...unknown, ...sighting, holder_term: sighting.holder ? toTerm(sighting.holder) : null })
      .onConflict((conflict) => conflict.column("token").doUpdateSet(merged).where(isListed))
      .execute();
}

/** The cards that a payment of this console saved or was made with. */
export function cardsOfAttempt(row: AttemptRow): Sighting[] {
  const { creditcard: sent }: TransactionDetail & { creditcard?: SentCard } = JSON.parse(row.request);
  const answer: TransactionDetail = JSON.parse(row.answer ?? "{}");
  const at = row.outcome_at ?? row.prepared_at;
  const before: TransactionDetail = JSON.parse(row.original_before ?? "{}");
  const holder =
    textOf(sent?.cardholder) ??
    textOf(answer.creditcard?.cardholder) ??
    (row.command === "cc:save" ? textOf(before.creditcard?.cardholder) : null);
  // Saving alone has no key and moves nothing.
  const use = row.transaction_key !== null &&
    tookEffect(row) && {
      last_used_at: at,
      last_used_cents: row.amount_cents,
      last_used_key: row.transaction_key,
    };
  const sightings: Sighting[] = [];
  const saved = tokenOf(answer.savedcard?.key);
  if (saved)
    sightings.push({
      ...factsOf(answer),
      ...use,
      token: saved,
      holder,
      expiry: row.tender === "card" ? textOf(sent?.expiration) : null,
      saved_at: at,
      saved_by: row.user_name,
      saved_from: row.transaction_key ?? row.original_key,
      seen_at: at,
    });
  // A masked number has the form of a token too.
  const used = row.tender === "token" ? tokenOf(sent?.number) : undefined;
  if (used && used !== saved && use)
    sightings.push({
      brand: brandOf(answer) ?? null,
      last_four: lastFourOf(answer.creditcard?.number),
      token: used,
      holder,
      ...use,
      seen_at: at,
    });
  return sightings;
}

/** The card that a payment of any system saved, as the gateway shows it. */
export function cardOfReading(detail: TransactionDetail, seenAt: number): Sighting[] {
  const token = tokenOf(detail.savedcard?.key);
  if (!token) return [];
  const holder = textOf(detail.creditcard?.cardholder);
  return [{ ...factsOf(detail), token, holder, saved_from: detail.key ?? null, seen_at: seenAt }];
}

type SentCard = { number?: string; expiration?: string; cardholder?: string };

function factsOf({ savedcard, ...detail }: TransactionDetail): Pick<SavedCardRow, "brand" | "last_four"> {
  const masked = savedcard?.cardnumber ?? detail.creditcard?.number;
  const type = savedcard?.type ?? detail.creditcard?.type;
  return { brand: (type && brandOf({ creditcard: { type } })) || null, last_four: lastFourOf(masked) };
}

const tokenOf = (text: string | undefined) => (text && isToken(text) ? normalizeToken(text) : undefined);
const textOf = (text: string | undefined) => text || null;

const unknown = {
  brand: null,
  last_four: null,
  expiry: null,
  holder: null,
  saved_at: null,
  saved_by: null,
  saved_from: null,
  last_used_at: null,
  last_used_cents: null,
  last_used_key: null,
  forgotten_at: null,
} as const;

const old = (column: string) => sql.ref(`saved_cards.${column}`);
const now = (column: string) => sql.ref(`excluded.${column}`);

/** Who saved it first, and what it paid last. */
const isEarlier = sql`(${old("saved_at")} is null or ${old("forgotten_at")} is not null or ${now("saved_at")} < ${old("saved_at")})`;
const isLater = sql`(${old("last_used_at")} is null or ${now("last_used_at")} >= ${old("last_used_at")})`;
const when = (condition: unknown, column: string) =>
  sql<never>`case when ${condition} then coalesce(${now(column)}, ${old(column)}) else ${old(column)} end`;

const merged = {
  ...Object.fromEntries(
    ["brand", "last_four", "expiry"].map((column) => [
      column,
      sql<never>`coalesce(${now(column)}, ${old(column)})`,
    ]),
  ),
  // A payment with it may name somebody else.
  holder: sql<never>`coalesce(${old("holder")}, ${now("holder")})`,
  holder_term: sql<never>`coalesce(${old("holder_term")}, ${now("holder_term")})`,
  ...Object.fromEntries(
    ["saved_at", "saved_by", "saved_from"].map((column) => [column, when(isEarlier, column)]),
  ),
  ...Object.fromEntries(
    ["last_used_at", "last_used_cents", "last_used_key"].map((column) => [column, when(isLater, column)]),
  ),
  seen_at: sql<never>`case when ${now("seen_at")} > ${old("seen_at")} then ${now("seen_at")} else ${old("seen_at")} end`,
  forgotten_at: null,
};

const isListed = sql<boolean>`${old("forgotten_at")} is null or ${now("saved_at")} > ${old("forgotten_at")}`;
