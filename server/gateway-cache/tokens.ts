import { type Token, token as tokenAnswer } from "#lib/gateway/schemas/token.ts";
import type { Read } from "#lib/read.ts";
import { lastFourOf, noteCards } from "#server/books/cards/note-cards.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway-client/client.ts";
import { toRead } from "./to-read.ts";

/** The card behind a token, masked number and brand; the list of saved cards shows it from then on. */
export async function readToken(token: string): Promise<Read<Token>> {
  const found = toRead(
    await read("getToken", { segments: { token }, priority: "person" }),
    "The gateway knows no saved card by this token.",
  );
  if (found.kind === "found")
    await noteCards(db(), [
      {
        token,
        brand: found.value.card_type ?? null,
        last_four: lastFourOf(found.value.masked_card_number),
        seen_at: found.readAt,
      },
    ]);
  return found;
}

/** Has the gateway save the card of an earlier transaction as a token. No money moves; again it is the same card. */
export async function saveCardOf(key: string): Promise<Read<Token>> {
  const saved = toRead(
    await read("createTokens", { segments: {}, body: { trankey: key }, priority: "person" }),
    "The gateway knows no transaction by this key.",
  );
  if (saved.kind !== "found") return saved;
  const { data } = tokenAnswer.safeParse(saved.value);
  const problem = data?.error ?? (data?.cardref || data?.key ? undefined : "it named no token");
  return data && problem === undefined
    ? { ...saved, value: data }
    : { kind: "unavailable", message: `The gateway did not save the card: ${problem}.` };
}
