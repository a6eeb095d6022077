import { z } from "zod";

/** The value without fields that the schema does not name, at any depth. Records keep theirs. */
export function keepKnown(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return keepKnown(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return keepKnown(schema.out, value);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item) => keepKnown(schema.element, item)) : value;
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const shape: Record<string, unknown> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      Object.hasOwn(shape, name) ? [[name, keepKnown(shape[name], inner)]] : [],
    ),
  );
}
