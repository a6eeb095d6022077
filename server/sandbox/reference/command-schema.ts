import { resultCodes } from "#lib/gateway/codes/result-codes.ts";
import { type Command, type CommandName, commands } from "#lib/gateway/commands.ts";
import { requestOf } from "#lib/gateway/schemas/command-requests.ts";
import type { Example, JsonSchema } from "./openapi-types.ts";

/** The request of a command: its fields, the spellings of its name, and the required fields. */
export function describeCommand(name: CommandName, fields: JsonSchema): JsonSchema {
  const { aliases, label, effect, results, event }: Command = commands[name];
  const needs = needsOf(name, fields);
  return {
    ...fields,
    title: name,
    description: [
      `${label}. ${effect}`,
      `Answers with result_code ${results.map((code) => `${code} (${resultCodes[code]})`).join(", ")}.`,
      ...(event ? [`Raises ${event}.`] : []),
    ].join(" "),
    properties: { command: { type: "string", enum: [name, ...aliases] }, ...fields.properties },
    required: ["command", ...(fields.required ?? [])],
    ...(needs.length > 0 && {
      allOf: needs.map((oneOfThem) => ({ anyOf: oneOfThem.map((field) => ({ required: [field] })) })),
    }),
  };
}

/** A minimal body of a command. The key of an earlier transaction is a placeholder. */
export function exampleOf(name: CommandName, fields: JsonSchema): Example {
  const needed = [...(fields.required ?? []), ...needsOf(name, fields).flatMap(([first = ""]) => [first])];
  return { summary: `${name}: ${commands[name].label}`, value: { command: name, ...pick(needed) } };
}

/**
 * Required fields besides those the schema always requires, as groups of which one field is needed. These rules are code,
 * so they are found by validating bodies with and without each field.
 */
function needsOf(name: CommandName, { required = [], properties = {} }: JsonSchema): string[][] {
  const least = pick(required);
  const candidates = Object.keys(samples).filter((field) => field in properties);
  return missing(name, least).map((path) =>
    candidates.filter((field) => !missing(name, { ...least, ...pick([field]) }).includes(path)),
  );
}

function missing(name: CommandName, body: Record<string, unknown>): string[] {
  const parsed = requestOf(name).safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.map(String).join("."));
}

const pick = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, samples[field]]));

/** A valid value for each field that a command may require. */
export const samples: Record<string, unknown> = {
  amount: "12.50",
  amount_detail: { subtotal: "12.50" },
  creditcard: { number: "4000100011112224", expiration: "1249" },
  payment_key: "pk_0123456789",
  check: { routing: "021000021", account: "324523524" },
  trankey: "0nf000000000000",
  refnum: "3108000001",
  authcode: "012345",
};
