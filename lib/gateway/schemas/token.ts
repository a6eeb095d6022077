import { z } from "zod";
import { reply } from "./fields.ts";

/** A token's card (contract: Token). Some gateways wrap it as `{"token": {...}}`. */
export const token = z.preprocess(
  unwrap,
  z.looseObject({
    cardref: reply.text,
    key: reply.text,
    masked_card_number: reply.text,
    card_type: reply.text,
    error: reply.text,
  }),
);
export type Token = z.infer<typeof token>;

/** One item of the answer to an array of cards: `key`, or `error` when the card cannot be tokenized. */
export const tokenItem = z.looseObject({ type: reply.text, key: reply.text, error: reply.text });

function unwrap(value: unknown): unknown {
  return typeof value === "object" && value !== null && "token" in value && typeof value.token === "object"
    ? value.token
    : value;
}
