import { z } from "zod";

/**
 * Lists and records from outside. What is beyond the most is cut off before zod sees it: zod reads every item of a list
 * that is too long, and keeps an issue for each that is wrong.
 */

/** The most items of a page that can be asked for, and of any list within an answer. */
export const maxItems = 1000;

/** A list of `most` items at most. */
export const boundedList = <Item extends z.ZodType>(item: Item, most: number, message?: string) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.slice(0, most + 1) : value),
    z.array(item).max(most, message),
  ) as z.ZodType<z.output<Item>[], z.input<Item>[]>; // whose input is not seen behind a preprocess

/** A record, as `read` reads it, of `most` keys at most. */
export const boundedRecord = <Read extends z.ZodType>(read: Read, most: number) =>
  z.preprocess(
    (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, most + 1)) : value),
    read.refine((value) => !isObject(value) || Object.keys(value).length <= most, `at most ${most} keys`),
  ) as z.ZodType<z.output<Read>, z.input<Read>>; // as above

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
