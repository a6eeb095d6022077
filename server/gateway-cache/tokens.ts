import type { Token } from "#lib/gateway/schemas/token.ts";
import type { Read } from "#lib/read.ts";
import { lastFourOf } from "#server/books/cards/last-four.ts";
import { noteCards } from "#server/books/cards/note-cards.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway-client/client.ts";
import { toRead } from "./to-read.ts";

/** The card behind a token, masked number and brand; the list of saved cards shows it from then on. */
export async function readToken(token: string): Promise<Read<Token>> {
  const found = toRead(
    await read("getToken", { segments: { token }, priority: "person" }),
    "The gateway has no saved card with this token.",
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
