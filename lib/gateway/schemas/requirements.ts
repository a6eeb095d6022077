import { z } from "zod";
import { isMasked } from "../card-number.ts";
import type { namedCard, namedCheck } from "./command-fields.ts";

/** What a command needs of fields that are optional each. */

type Need<Shape extends z.ZodRawShape> = (
  fields: z.output<z.ZodObject<Shape>>,
  context: z.RefinementCtx<z.output<z.ZodObject<Shape>>>,
) => void;

/** The schema of an object that meets all of `needs`. */
export function needing<Shape extends z.ZodRawShape>(
  shape: Shape,
  ...needs: Need<Shape>[]
): z.ZodObject<Shape> {
  const withNeeds = (params?: z.core.$ZodSuperRefineParams) =>
    needs.reduce((schema, need) => schema.superRefine(need, params), z.object(shape));
  const schema = withNeeds();
  explanations.set(schema, withNeeds({ when: () => true }));
  return schema;
}

const explanations = new WeakMap<z.ZodType, z.ZodType>();

/**
 * A schema that refuses the same values, and also names what is missing beside fields of the wrong form: the needs run on
 * those as they came. It can't be compiled, so it is for values that were refused.
 */
export const explanationOf = (schema: z.ZodType): z.ZodType => explanations.get(schema) ?? schema;

/** A total is needed: `amount`, or an `amount_detail` to sum. */
export function requireAmount<Fields extends { amount?: unknown; amount_detail?: unknown }>(
  fields: Fields,
  context: z.RefinementCtx<Fields>,
): void {
  if (fields.amount === undefined && fields.amount_detail === undefined)
    context.addIssue({ code: "custom", path: ["amount"], message: "is required" });
}

/** The original is needed, under either name; `name` is the contract's own for the command. */
export const requireOriginal =
  (name: "trankey" | "refnum") =>
  <Fields extends { trankey?: unknown; refnum?: unknown }>(
    fields: Fields,
    context: z.RefinementCtx<Fields>,
  ): void => {
    const other = name === "trankey" ? "refnum" : "trankey";
    if (!fields.trankey && !fields.refnum)
      context.addIssue({ code: "custom", path: [name], message: `is required, or ${other}` });
  };

export function requireAccount<
  Fields extends { check?: z.output<typeof namedCheck>; trankey?: unknown; refnum?: unknown },
>({ check, trankey, refnum }: Fields, context: z.RefinementCtx<Fields>): void {
  const named = Boolean(trankey || refnum);
  if (!check && !named)
    context.addIssue({ code: "custom", path: ["check"], message: "is required, or trankey" });
  // Beside a key half an account is a mistake, none or a masked one is not.
  if (!check || (named && (check.account ? isMasked(String(check.account)) : !check.routing))) return;
  for (const part of ["routing", "account"] as const)
    if (!check[part]) context.addIssue({ code: "custom", path: ["check", part], message: "is required" });
}

/** A card is needed, or the key that may name it. */
export const requireCard =
  (other: "payment_key" | "trankey") =>
  <Fields extends { creditcard?: z.output<typeof namedCard>; payment_key?: unknown }>(
    fields: Fields,
    context: z.RefinementCtx<Fields>,
  ): void => {
    if (fields.payment_key) return;
    if (!fields.creditcard)
      context.addIssue({ code: "custom", path: ["creditcard"], message: `is required, or ${other}` });
    else if (fields.creditcard.number === undefined)
      context.addIssue({ code: "custom", path: ["creditcard", "number"], message: "is required" });
  };
