import { z } from "zod";
import { reply } from "./fields.ts";

/** The wrapper of every list (contract: List wrapper). `total` is a number here however it was spelled. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({
    type: reply.text,
    limit: reply.count,
    offset: reply.count,
    data: z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item)),
    total: reply.count,
  });

/** A page of a list: 20 items from the first unless told otherwise, 1000 at most. */
export const pageQuery = {
  limit: z.coerce
    .number({ error: "must be a whole number from 1 to 1000" })
    .int()
    .min(1)
    .max(1000)
    .optional(),
  offset: z.coerce.number({ error: "must be a whole number from 0" }).int().min(0).optional(),
};
export const defaultPageSize = 20;
