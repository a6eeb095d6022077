import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { distFolder } from "#server/start/build.ts";
import { projectRoot } from "#server/start/project-root.ts";

/**
 * The most JavaScript that a page may begin with, in times what Next loads for any page (about 133 kB). What is loaded
 * later, when it is needed or the page is idle, does not count. Lower a number when its page has become lighter.
 */
const budgets: Record<string, number> = {
  // Next's own page for nothing: what the root layout adds to every page.
  "/_not-found": 1.05,
  "/sign-in": 1.15,
  "/no-access": 1.15,
  "/transactions": 1.69,
  "/transactions/[key]": 1.82,
  "/bulk/new": 1.85,
};
/** Of any other page. */
const usualBudget = 1.6;

/** Prints what each page of the last build begins with. False when one is over its budget. */
export function checkScriptBudget(): boolean {
  const folder = distFolder();
  const { rootMainFiles } = readJson<{ rootMainFiles: string[] }>(join(folder, "build-manifest.json"));
  const base = sizeOf(rootMainFiles.map((path) => join(folder, path)));
  const pages = readJson<Page[]>(join(folder, "diagnostics", "route-bundle-stats.json"));
  console.info(`Next's own scripts: ${kB(base)} kB compressed`);
  const over = pages
    .toSorted((a, b) => a.route.localeCompare(b.route))
    .filter(({ route, firstLoadChunkPaths }) => {
      const bytes = sizeOf(firstLoadChunkPaths.map((path) => join(projectRoot, path)));
      const budget = budgets[route] ?? usualBudget;
      const isOver = bytes > budget * base;
      const times = `${(bytes / base).toFixed(2)} ×`;
      console.info(
        `${isOver ? "✘" : " "} ${route.padEnd(20)} ${kB(bytes).padStart(4)} kB ${times}, at most ${budget.toFixed(2)} ×`,
      );
      return isOver;
    });
  if (over.length > 0)
    console.error(`Too much JavaScript before ${over.map(({ route }) => route).join(", ")} can be used.`);
  return over.length === 0;
}

/** A page as Next's build describes it. */
type Page = { route: string; firstLoadChunkPaths: string[] };

const sizes = new Map<string, number>();

function sizeOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => {
    const bytes = sizes.get(path) ?? gzipSync(readFileSync(path)).length;
    sizes.set(path, bytes);
    return sum + bytes;
  }, 0);
}

const readJson = <Value>(path: string) => JSON.parse(readFileSync(path, "utf8")) as Value; // written by Next's build
const kB = (bytes: number) => String(Math.round(bytes / 1000));
