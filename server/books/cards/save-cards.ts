import type { SavedCard, SaveResult } from "#lib/cards/saved-card.ts";
import { cardBrand, isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { db } from "#server/db/db.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { read } from "#server/gateway-client/client.ts";
import type { ReadOutcome } from "#server/gateway-client/outcome.ts";
import { noteToken } from "#server/payments/card-data/fingerprint.ts";
import { toTerm } from "../index/terms.ts";
import { findCard } from "./list-cards.ts";
import { lastFourOf, noteCards } from "./note-cards.ts";

type Saver = { name: string };

/** Has the gateway save the card of an earlier payment, by its key or reference number. Saving twice does no harm. */
export async function saveCardOfPayment(user: Saver, key: string): Promise<SaveResult> {
  const outcome = await read("createTokens", { body: { trankey: key }, priority: "person" });
  if (outcome.kind !== "answered") return { kind: "failed", message: whyNotSaved(outcome) };
  // A list answers a list.
  if (Array.isArray(outcome.value)) return { kind: "failed", message: unreadable };
  const { cardref, masked_card_number, card_type } = outcome.value;
  return listSaved(user, {
    token: cardref,
    brand: card_type || undefined,
    lastFour: lastFourOf(masked_card_number) ?? undefined,
    savedFrom: key,
    holder: await findPayer(key),
  });
}

/** A card as it was typed. `expiration` is "MMYY". */
export type TypedCard = { number: string; expiration: string; cardholder: string };

/** Has the gateway save cards by their numbers, in one request. The results have their order. */
export async function saveTypedCards(user: Saver, cards: readonly TypedCard[]): Promise<SaveResult[]> {
  const body = cards.map(({ cardholder, ...card }) => ({
    creditcard: { ...card, ...(cardholder && { cardholder }) },
  }));
  const outcome = await read("createTokens", { body, priority: "person" });
  if (outcome.kind !== "answered")
    return cards.map(() => ({ kind: "failed", message: whyNotSaved(outcome) }));
  const items = Array.isArray(outcome.value) ? outcome.value : [];
  const results: SaveResult[] = [];
  for (const [place, { number, expiration, cardholder }] of cards.entries()) {
    const item = items.length === cards.length ? items[place] : undefined;
    if (item?.error) {
      results.push({ kind: "failed", message: `The gateway did not save this card: ${item.error}.` });
      continue;
    }
    const saved = await listSaved(user, {
      token: item?.key,
      brand: cardBrand(number),
      lastFour: number.slice(-4),
      expiry: expiration,
      holder: cardholder || undefined,
    });
    // The duplicate guard then takes number and token for the same card.
    if (saved.kind !== "failed")
      await noteToken({ creditcard: { number } }, { savedcard: { key: saved.token } });
    results.push(saved);
  }
  return results;
}

async function listSaved(
  user: Saver,
  { token: answered, ...card }: Omit<SavedCard, "token"> & { token: string | undefined },
): Promise<SaveResult> {
  if (!answered || !isToken(answered)) return { kind: "failed", message: unreadable };
  const token = normalizeToken(answered);
  const known = await findCard(token);
  const now = Date.now();
  await noteCards(db(), [
    {
      token,
      brand: card.brand ?? null,
      last_four: card.lastFour ?? null,
      expiry: card.expiry ?? null,
      holder: card.holder ?? null,
      saved_at: now,
      saved_by: user.name,
      saved_from: card.savedFrom ?? null,
      seen_at: now,
    },
  ]);
  return { kind: known ? "known" : "saved", token, brand: card.brand, lastFour: card.lastFour };
}

const unreadable =
  "The gateway's answer could not be read. The card may have been saved; saving it again does no harm.";

function whyNotSaved(outcome: Exclude<ReadOutcome<"createTokens">, { kind: "answered" }>): string {
  if (outcome.kind === "refused" && outcome.error.fields.trankey)
    return "This payment was not made with a card.";
  const { message } = toRead<never>(
    outcome,
    "The gateway knows no payment by this key or reference number.",
  ) as {
    message: string; // it was not answered
  };
  return outcome.kind === "unavailable" && !outcome.isLimit
    ? `${message} The card may have been saved; saving it again does no harm.`
    : message;
}

/** The name on a payment that the index knows, by its key or reference number. */
async function findPayer(key: string): Promise<string | undefined> {
  const found = db().selectFrom("transaction_terms").select("id").where("term", "=", toTerm(key)).limit(20);
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select(["transaction_key", "refnum", "customer"])
    .where("id", "in", found)
    .execute();
  return rows.find((row) => row.transaction_key === key || row.refnum === key)?.customer ?? undefined;
}
