import { z } from "zod";
import { toCents, toDecimal } from "../../money.ts";
import { boundedList, maxItems } from "../bounded-list.ts";

/**
 * The atoms of the contract. `request.*` read what a caller sends: spellings vary, meaning does not, so they normalize
 * and say what is wrong. `reply.*` read what a gateway answers: everything optional, nothing ever fails on a spelling
 * (numbers as strings, strings as numbers, null, "" and [] for what is absent, extra fields kept).
 */

/** Caches one schema per argument: two hundred fields share twenty, which speeds up startup. */
function oneFor<Make extends (argument: never) => z.ZodType>(make: Make): Make {
  const made = new Map<unknown, z.ZodType>();
  const find = (argument: never) => {
    const schema = made.get(argument) ?? make(argument);
    made.set(argument, schema);
    return schema;
  };
  return find as Make; // which gives what it gave
}

// --- requests ---------------------------------------------------------------------------------------------------

/** A form that is sent whole has an empty or blank text where nothing was written. */
export const isAbsent = (value: unknown) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

const absent = (value: unknown) => (isAbsent(value) ? undefined : value);

const text = oneFor((max: number = 255) =>
  z
    .union([z.string(), z.number()], { error: "must be text" })
    .transform(String)
    .pipe(z.string().max(max, `must be at most ${max} characters`)),
);

/** A decimal amount as text or number, at most two decimals; read as normal decimal text ("42.50"). */
const amount = z
  .union([z.string(), z.number()], { error: "must be an amount such as 12.34" })
  .transform((value, context) => {
    const cents = toCents(String(value)) ?? centsNear(value);
    if (cents !== null) return toDecimal(cents);
    context.addIssue({ code: "custom", message: "must be an amount such as 12.34" });
    return z.NEVER;
  });

/** A JSON number that a client computed (0.1 + 0.2) is the cent amount within a millionth; null for any other. */
function centsNear(value: string | number): number | null {
  if (typeof value !== "number") return null;
  const nearest = value.toFixed(2);
  return Math.abs(value - Number(nearest)) <= 1e-6 ? toCents(nearest) : null;
}

const flagValues: Record<string, boolean> = {
  "1": true,
  "0": false,
  true: true,
  false: false,
  yes: true,
  no: false,
  y: true,
  n: false,
  t: true,
  f: false,
  "": false,
};

/** A boolean in any spelling: true, 1, "true", "Y", "yes" and their opposites. */
const flag = z
  .union([z.boolean(), z.number(), z.string()], { error: "must be true or false" })
  .transform((value, context) => {
    const read = flagValues[String(value).trim().toLowerCase()];
    if (read !== undefined) return read;
    context.addIssue({ code: "custom", message: "must be true or false" });
    return z.NEVER;
  });

const optional = oneFor(<Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(absent, schema.optional()).optional(),
);

/** An object of optional fields; null, "", [] and one without a value count as absent. */
const group = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .preprocess(
      (value) => (isHollow(value) ? undefined : value),
      z.object(shape, { error: "must be an object" }).optional(),
    )
    .optional();

const isHollow = (value: unknown): boolean =>
  isAbsent(value) ||
  (typeof value === "object" &&
    Object.values(value ?? {}).every((member) => isAbsent(member) || isEmptyList(member)));

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** A list or an object; null, "", [] and {} count as absent. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional()).optional();

const isEmpty = (value: unknown) =>
  isAbsent(value) || (typeof value === "object" && Object.keys(value ?? {}).length === 0);

export const request = { text, amount, flag, optional, group, unlessEmpty };

// --- replies ----------------------------------------------------------------------------------------------------

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const blankless = (value: unknown) => (isBlank(value) ? undefined : value);

const asText = (value: unknown) =>
  typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : typeof value === "string"
      ? blankless(value)
      : undefined;

/** What is longer is cut, with an ellipsis: no page or row grows with what a gateway answers. */
export const cutText = (text: string, most: number = longestText) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

const longestText = 1000;
/** Of comments, data of a chip and receipts. */
const longestLongText = 10_000;

const asCut = (most: number) => (value: unknown) => {
  const text = asText(value);
  return typeof text === "string" ? cutText(text, most) : text;
};

const asCount = (value: unknown) => {
  const count = typeof value === "string" ? Number(value.trim() || Number.NaN) : value;
  return Number.isInteger(count) ? count : undefined;
};

const asAmount = (value: unknown) => {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).replaceAll(",", "").trim();
  const cents = toCents(text);
  if (cents !== null) return toDecimal(cents);
  return /^-?\d{1,12}\.\d{3,4}$/.test(text) ? text : undefined;
};

const asFlag = (value: unknown) => flagValues[String(value).trim().toLowerCase()];

const asYesNo = (value: unknown) => {
  const read = isBlank(value) ? undefined : asFlag(value);
  return read === undefined ? asCut(longestText)(value) : read ? "Y" : "N";
};

const isPlainObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const reply = {
  /** Text of 1000 characters at most; never a number, so that leading zeros stay. */
  text: z.preprocess(asCut(longestText), z.string().optional()).optional(),
  longText: z.preprocess(asCut(longestLongText), z.string().optional()).optional(),
  count: z.preprocess(asCount, z.number().int().optional()).optional(),
  /** Decimal text with two decimals in any spelling; three or four are kept, as some currencies have them. Otherwise undefined. */
  amount: z.preprocess(asAmount, z.string().optional()).optional(),
  flag: z.preprocess(asFlag, z.boolean().optional()).optional(),
  /** "Y" or "N" in any spelling of a boolean; another text unchanged. */
  yesNo: z.preprocess(asYesNo, z.string().optional()).optional(),
  object: <Shape extends z.ZodRawShape>(shape: Shape) =>
    z
      .preprocess((value) => (isPlainObject(value) ? value : undefined), z.looseObject(shape).optional())
      .optional(),
  list: <Item extends z.ZodType>(item: Item) =>
    z
      .preprocess(
        (value) => (Array.isArray(value) ? value : undefined),
        boundedList(item, maxItems).optional(),
      )
      .optional(),
  record: z
    .preprocess(
      (value) => (isPlainObject(value) ? value : undefined),
      z.record(z.string(), z.unknown()).optional(),
    )
    .optional(),
};
