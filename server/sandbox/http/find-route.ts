import { type Endpoint, type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import { keysOf } from "#lib/keys-of.ts";

/** A row of the endpoint table and the values of the path's segments. */
export type Route = { name: EndpointName; values: Record<string, string> };

/** Finds the row for the segments below the endpoint key; undefined if none matches. */
export function findRoute(method: string, segments: readonly string[]): Route | undefined {
  const candidates = routes.get(method === "HEAD" ? "GET" : method) ?? [];
  const found = candidates.find(
    ({ parts }) =>
      parts.length === segments.length &&
      parts.every((part, place) => part.name !== undefined || part.text === segments[place]),
  );
  if (!found) return undefined;
  const values: Record<string, string> = {};
  found.parts.forEach(({ name }, place) => {
    if (name !== undefined) values[name] = segments[place] ?? "";
  });
  return { name: found.name, values };
}

type Candidate = { name: EndpointName; parts: readonly Part[] };
/** A literal segment, or one with any value. */
type Part = { text: string; name?: undefined } | { name: string };

/** By method, in table order. */
const routes = Map.groupBy(
  keysOf(endpoints).flatMap((name) => {
    const { path, alsoAt = [], method }: Endpoint = endpoints[name];
    return [path, ...alsoAt].map((form) => ({ name, method, parts: form.slice(1).split("/").map(toPart) }));
  }),
  ({ method }): string => method,
) as ReadonlyMap<string, readonly Candidate[]>;

function toPart(text: string): Part {
  const name = /^\{(\w+)\}$/.exec(text)?.[1];
  return name === undefined ? { text } : { name };
}
