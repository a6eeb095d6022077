import { z } from "zod";
import { Refusal } from "../refusal.ts";

/** Reads a value by a schema. Throws a Refusal that names each wrong field. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = compiled(schema).safeParse(value);
  if (!parsed.success) throw new Refusal("invalidFields", reasonsOf(parsed.error, value));
  return parsed.data;
}

const known = new WeakMap<z.ZodType, z.ZodType>();

/** The schema compiled to code at its first use; values that fail it are explained by the schema itself. */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const made = known.get(schema) ?? z.compile(schema);
  known.set(schema, made);
  // A compiled schema reads what its original reads.
  return made as Schema;
}

/** `{"creditcard.number": "is required"}`. Values are never repeated. */
function reasonsOf(error: z.ZodError, input: unknown): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const issue of error.issues.flatMap(leaves)) {
    const path = issue.path.map(String).join(".") || "body";
    reasons[path] ??= reasonOf(issue, input);
  }
  return reasons;
}

/** Of a union, the issues of the branch that matched furthest. */
function leaves(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || ownMessage(issue)) return [issue];
  const branches = issue.errors.map((branch) =>
    branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(leaves),
  );
  const deepest = (branch: z.core.$ZodIssue[]) => Math.max(0, ...branch.map(({ path }) => path.length));
  return branches.sort((a, b) => deepest(b) - deepest(a))[0] ?? [issue];
}

/** The contract's messages win over zod's, which are for developers. */
const ownMessage = (issue: z.core.$ZodIssue) => issue.message !== "" && !/^Invalid input/.test(issue.message);

function reasonOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === "custom") return issue.message;
  const value = issue.path.reduce<unknown>(
    (found, step) => (typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined),
    input,
  );
  if (value === undefined || value === null) return "is required";
  return ownMessage(issue) && /^(must|keys|is)\b/.test(issue.message)
    ? issue.message
    : "is of the wrong form";
}
