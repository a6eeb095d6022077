import { cardBrand, maskCardNumber } from "#lib/gateway/card-number.ts";
import type { Call } from "../context.ts";
import { declineOf } from "../scripted/rule.ts";
import { saveToken } from "../store/tokens.ts";
import type { Handler } from "./handler.ts";
import { ruledEffect } from "./ruled.ts";
import { describeCard, requireCard, type UsableCard } from "./usable-card.ts";

/** Validates a card and saves it under a token. No transaction is created. */
export const saveCard: Handler<"cc:save"> = async (call, fields) => {
  const card = await requireCard(call, fields);
  const { invoice, orderid } = fields;
  const ruled = ruledEffect(call, { command: "cc:save", card: card.number, invoice, orderid });
  const declined = ruled && declineOf(ruled);
  if (declined) return { row: undefined, error: { code: Number(declined.code), text: declined.text } };
  return { row: undefined, saved: { card: describeCard(card), savedcard: await tokenize(call, card) } };
};

/** Saves a card under a token and returns the contract's `savedcard`. Only number and expiration are stored. */
export async function tokenize(call: Call, card: Pick<UsableCard, "number" | "expiration">) {
  const row = await saveToken(call.db, {
    sealed: call.sandbox.vault.encrypt(JSON.stringify({ number: card.number, expiration: card.expiration })),
    fingerprint: call.sandbox.vault.fingerprint(`${card.number} ${card.expiration}`),
    masked: maskCardNumber(card.number).toUpperCase(),
    brand: cardBrand(card.number) ?? "Unknown",
    created_at: call.now,
  });
  return { type: row.brand, key: row.token, cardnumber: row.masked.toLowerCase() };
}
