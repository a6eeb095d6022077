import type { Refusal } from "../result.ts";

/** A refusal of the password or code alone is shown at its field, which announces it: there in all its words, and nowhere else. */
export function announceOnce(refusal: Refusal, marked: readonly string[]): Refusal & { isAtField: boolean } {
  const { message, fields = {}, pointsToFields } = refusal;
  const [[name = "", reason = ""] = [], ...others] = Object.entries(fields);
  const isAtField = secrets.has(name) && marked.includes(name) && others.length === 0;
  const text = pointsToFields ? reason : message;
  return { ...refusal, isAtField, ...(isAtField && { fields: { [name]: text } }) };
}

const secrets: ReadonlySet<string> = new Set(["password", "code"]);
