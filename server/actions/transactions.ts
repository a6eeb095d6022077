"use server";

import { z } from "zod";
import { gatewayKey } from "#lib/forms/gateway-key.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { saveCardOf } from "#server/gateway-cache/tokens.ts";
import { action } from "./action.ts";

/** A card that the gateway keeps: its token, masked number and brand. */
export type SavedCard = { token: string; number: string | undefined; brand: string | undefined };

/** Has the gateway save the card of a transaction as a token. No money moves: again it is the same card. */
export async function saveCardOfTransaction(values: { key: string }): Promise<Result<SavedCard>> {
  return action(
    { right: "saveCard", input: z.object({ key: gatewayKey }), repeatable: true },
    async (_user, { key }) => {
      const saved = await saveCardOf(key);
      if (saved.kind !== "found") return refuse(`The card was not saved. ${saved.message}`);
      const { cardref, key: token, masked_card_number: number, card_type: brand } = saved.value;
      return ok({ token: cardref ?? token ?? "", number, brand });
    },
  )(values);
}
