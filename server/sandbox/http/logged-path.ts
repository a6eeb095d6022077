import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import { findRoute } from "./find-route.ts";
import type { Target } from "./read-target.ts";

/**
 * The path of an API request for the log, as the pattern of its route: a caller may have put a card number, an API key or
 * a PIN anywhere in it.
 */
export function apiPattern(method = "", { segments }: Target, endpointKey = "{endpoint}"): string {
  const below = segments.slice(2);
  const route = findRoute(method, below);
  const endpoint: Endpoint | undefined = route && endpoints[route.name];
  const known = endpoint?.path ?? (below.join() === "ping" ? "/ping" : "/{unknown}");
  return `/api/${endpointKey}${known}`;
}

/** The path of any other request for the log: the first two segments of a path that exists. */
export function ownPattern(target: Target | undefined, status: number): string {
  if (!target || status === 404) return "/{unknown}";
  const [first = "", second, ...rest] = target.segments;
  return `/${first}${second === undefined ? "" : `/${second}`}${rest.length > 0 ? "/{more}" : ""}`;
}
