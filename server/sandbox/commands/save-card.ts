import { describeCard, requireCard } from "./card-in-hand.ts";
import type { Handler } from "./handler.ts";
import { tokenize } from "./tokenize.ts";

/** Checks a card and keeps it under a token. No money moves, and no transaction is made. */
export const saveCard: Handler<"cc:save"> = async (call, fields) => {
  const card = await requireCard(call, fields);
  return { row: undefined, saved: { card: describeCard(card), savedcard: await tokenize(call, card) } };
};
