import { findRoute } from "../http/find-route.ts";
import { readTarget } from "../http/read-target.ts";
import type { RecordedRequest } from "./session-file.ts";
import { leavesOf, steadyText, volatileParts } from "./volatile.ts";

/** A field in which two requests or replies differ. */
export type Difference = { field: string; recorded: string; got: string };

/** The fields in which a request differs from a recorded one, apart from what changes between runs. */
export const requestDifferences = (
  recorded: RecordedRequest,
  got: RecordedRequest,
  ignored: ReadonlySet<string>,
): Difference[] =>
  differencesBetween(fieldsOf(recorded), fieldsOf(got), ignored, (_, a, b) => steady(a) === steady(b));

/** The fields of either side that do not agree. `ignored` has paths, or names of fields and objects anywhere. */
export function differencesBetween(
  recorded: ReadonlyMap<string, unknown>,
  got: ReadonlyMap<string, unknown>,
  ignored: ReadonlySet<string>,
  agree: (field: string, a: unknown, b: unknown) => boolean,
): Difference[] {
  return [...new Set([...recorded.keys(), ...got.keys()])].flatMap((field) => {
    const [a, b] = [recorded.get(field), got.get(field)];
    if (isIgnored(field, ignored) || agree(field, a, b)) return [];
    return [{ field, recorded: show(a), got: show(b) }];
  });
}

/** Also within an ignored object: `batch` leaves out `batch.key` and `data.0.batch.key`. */
const isIgnored = (field: string, ignored: ReadonlySet<string>): boolean => {
  const names = field.split(".");
  return names.some((name, place) => ignored.has(name) || ignored.has(names.slice(0, place + 1).join(".")));
};

/** What the volatile parts of a recorded request are in a live one: our reference, for example. */
export function volatilePairs(
  recorded: RecordedRequest,
  got: RecordedRequest,
): [recorded: string, got: string][] {
  const right = fieldsOf(got);
  return [...fieldsOf(recorded)].flatMap(([field, value]) => {
    const other = right.get(field);
    if (typeof value !== "string" || typeof other !== "string" || value === other) return [];
    const parts = volatileParts(other);
    return volatileParts(value).flatMap((part, place): [string, string][] =>
      parts[place] === undefined || parts[place] === part ? [] : [[part, parts[place]]],
    );
  });
}

/** What a request must have in common with an exchange to be answered by it: the endpoint and the command. */
export function kindOf({ method, path, body }: RecordedRequest): string {
  const target = readTarget(path);
  const endpoint = target && findRoute(method, target.segments)?.name;
  return `${method} ${endpoint ?? steadyText(target?.path ?? path)} ${commandOf(body)}`;
}

function commandOf(body: RecordedRequest["body"]): string {
  const json = body && "json" in body ? body.json : undefined;
  const { command } = (json ?? {}) as { command?: unknown }; // every field is unknown
  return typeof command === "string" ? command : "";
}

/** "3  POST /transactions sale" */
export const titleOf = (n: number, { method, path, body }: RecordedRequest): string =>
  `${n}  ${method} ${path} ${commandOf(body)}`.trimEnd();

const show = (value: unknown): string => (value === undefined ? "(absent)" : JSON.stringify(value));

const steady = (value: unknown) => (typeof value === "string" ? steadyText(value) : value);

function fieldsOf({ path, signature, body }: RecordedRequest): Map<string, unknown> {
  const [where = "", query = ""] = path.split("?");
  return new Map<string, unknown>([
    ["path", where],
    ...[...new URLSearchParams(query)].map(([name, value]): [string, unknown] => [`?${name}`, value]),
    ["signature", signature],
    ...bodyFields(body),
  ]);
}

function bodyFields(body: RecordedRequest["body"]): [string, unknown][] {
  if (!body) return [];
  if ("json" in body) return leavesOf(body.json);
  if ("file" in body)
    return body.file.text.split("\n").map((line, place): [string, unknown] => [`row ${place + 1}`, line]);
  return [["body", "(unreadable)"]];
}
