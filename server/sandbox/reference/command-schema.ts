import { resultCodes } from "#lib/gateway/codes.ts";
import { type Command, type CommandName, commands } from "#lib/gateway/commands.ts";
import type { JsonSchema } from "./contract-schemas.ts";
import type { Example } from "./openapi.ts";

/** The request of a command: its fields, the command itself in each spelling, and which of the fields it needs. */
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

/** The least that a command takes, as a body to send; where it acts on an earlier transaction, with a key to be replaced. */
export function exampleOf(name: CommandName, fields: JsonSchema): Example {
  const needed = [...(fields.required ?? []), ...needsOf(name, fields).flatMap(([first = ""]) => [first])];
  return { summary: `${name}: ${commands[name].label}`, value: { command: name, ...pick(needed) } };
}

/**
 * What a command needs beside the fields that are always required, as groups of which one field each has to be there.
 * Such rules are code, so the row is asked: what does it miss without anything, and which field takes that complaint away?
 */
function needsOf(name: CommandName, { required = [], properties = {} }: JsonSchema): string[][] {
  const least = pick(required);
  const candidates = Object.keys(samples).filter((field) => field in properties);
  return missing(name, least).map((path) =>
    candidates.filter((field) => !missing(name, { ...least, ...pick([field]) }).includes(path)),
  );
}

function missing(name: CommandName, body: Record<string, unknown>): string[] {
  const parsed = commands[name].fields.safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.map(String).join("."));
}

const pick = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, samples[field]]));

/** A value that each field a command may need takes. */
const samples: Record<string, unknown> = {
  amount: "12.50",
  amount_detail: { subtotal: "12.50" },
  creditcard: { number: "4000100011112224", expiration: "1249" },
  payment_key: "pk_0123456789",
  check: { routing: "021000021", account: "324523524" },
  trankey: "0nf000000000000",
  refnum: "3108000001",
  authcode: "012345",
};
