import { cardBrand, maskCardNumber } from "#lib/gateway/card-number.ts";
import type { Call } from "../context.ts";
import { saveToken } from "../store/tokens.ts";
import type { CardInHand } from "./card-in-hand.ts";

/** Keeps a card under a token and describes it as `savedcard` does. Only number and expiration are kept. */
export async function tokenize(call: Call, card: Pick<CardInHand, "number" | "expiration">) {
  const row = await saveToken(call.db, {
    // By itself: a token outlives the payment it may have come with.
    sealed: call.sandbox.vault.seal(JSON.stringify({ number: card.number, expiration: card.expiration })),
    fingerprint: call.sandbox.vault.fingerprint(`${card.number} ${card.expiration}`),
    masked: maskCardNumber(card.number).toUpperCase(),
    brand: cardBrand(card.number) ?? "Unknown",
    created_at: call.now,
  });
  return { type: row.brand, key: row.token, cardnumber: row.masked.toLowerCase() };
}
