import { z } from "zod";
import { boundedList, maxItems } from "../bounded-list.ts";
import { reply } from "./fields.ts";

/** The wrapper of every list (contract: List wrapper). `total` is a number here however it was spelled. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({
    type: reply.text,
    limit: reply.count,
    offset: reply.count,
    data: z.preprocess((value) => (Array.isArray(value) ? value : []), boundedList(item, maxItems)),
    total: reply.count,
  });

/** Digits only: "1e2" and "0x10" are invalid. */
function wholeNumber(message: string, { from, to }: { from: number; to: number }) {
  return z
    .union([z.string(), z.number()], { error: message })
    .transform(String)
    .pipe(z.string().regex(/^\d{1,16}$/, message))
    .transform(Number)
    .pipe(z.number().int(message).min(from, message).max(to, message));
}

/** A page of a list: by default 20 items from the first, at most 1000. */
export const pageQuery = {
  limit: wholeNumber("must be a whole number from 1 to 1000", { from: 1, to: maxItems }).optional(),
  offset: wholeNumber("must be a whole number from 0", { from: 0, to: Number.MAX_SAFE_INTEGER }).optional(),
};
export const defaultPageSize = 20;
