import { z } from "zod";
import { explanationOf } from "#lib/gateway/schemas/requirements.ts";
import { RefusalError } from "../refusal.ts";

/** Reads a value by a schema. Throws a RefusalError that names each wrong field. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = compiled(schema).safeParse(value);
  if (parsed.success) return parsed.data;
  const { error = parsed.error } = explanationOf(schema).safeParse(value);
  throw new RefusalError("invalidFields", reasonsOf(error, value));
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
    // A field that is not known is named itself, not what it is in.
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.map((name) => [...issue.path, name]) : [];
    for (const path of unknown) reasons[pathOf(path)] ??= "must be left out: there is no such field";
    // What is in a field that is wrong as a whole is not named.
    const isWithin = issue.path.some((_, depth) =>
      Object.hasOwn(reasons, pathOf(issue.path.slice(0, depth))),
    );
    if (unknown.length === 0 && !isWithin) reasons[pathOf(issue.path) || "body"] ??= reasonOf(issue, input);
  }
  return reasons;
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join(".");

/** Of a union, the issues of the branch that matched furthest. */
function leaves(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || ownMessage(issue)) return [issue];
  const branches = issue.errors.map((branch) =>
    branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(leaves),
  );
  const deepest = (branch: z.core.$ZodIssue[]) => Math.max(0, ...branch.map(({ path }) => path.length));
  return branches.sort((a, b) => deepest(b) - deepest(a))[0] ?? [issue];
}

/** The contract's messages win over zod's, which are for developers. Only its text says whose a message is. */
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
    : (formOf(issue) ?? "is of the wrong form");
}

/** What a value must be instead, for issues without a message of the contract. */
function formOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeTexts[issue.expected] && `must be ${typeTexts[issue.expected]}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "invalid_key":
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

const typeTexts: Partial<Record<z.core.$ZodIssueInvalidType["expected"], string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const unitOf = (origin: string) => (origin === "string" ? " characters" : origin === "array" ? " items" : "");
