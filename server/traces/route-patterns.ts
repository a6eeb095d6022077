import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export type Patterns = readonly { page: string; matches: RegExp }[];

const Route = z.object({ page: z.string(), regex: z.string() });
const Manifest = z.object({ staticRoutes: z.array(Route), dynamicRoutes: z.array(Route) });

/** The pages and routes of the build in `folder`, those without a parameter first. None where there is no build. */
export function readPatterns(folder: string): Patterns {
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ join(folder, "routes-manifest.json"), "utf8");
  } catch {
    return [];
  }
  const { staticRoutes, dynamicRoutes } = Manifest.parse(JSON.parse(text));
  return [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({ page, matches: new RegExp(regex) }));
}

/** The pattern that an address matches, never the address: it may hold what somebody typed. */
export function toPattern(patterns: Patterns, url: string): string {
  const [path = ""] = url.split(/[?#]/);
  return patterns.find(({ matches }) => matches.test(path))?.page ?? "other";
}
