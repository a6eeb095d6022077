import { holdsCardNumber } from "#lib/card-data/card-detector.ts";

/** What is put into an endpoint's path. */
export type Address = {
  segments?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
};

/** Why this makes no valid address. With a dot segment the address would differ from the signed one. */
export function addressProblem({ segments = {}, query = {} }: Address): string | undefined {
  const parts = Object.values(segments);
  if (parts.some((part) => /^\.{1,2}$/.test(part))) return "this is not a key";
  return [...parts, ...Object.values(query)].some((part) => holdsCardNumber(String(part ?? "")))
    ? "this looks like a card number"
    : undefined;
}

export function toPath(template: string, { segments = {}, query = {} }: Address): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ""));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}
