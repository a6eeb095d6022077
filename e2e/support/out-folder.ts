import { join } from "node:path";
import { projectRoot } from "#server/start/project-root.ts";

/** Absolute path for output of a test run, under e2e/.out, which Git ignores. */
export function outFolder(...parts: string[]): string {
  return join(projectRoot, "e2e", ".out", ...parts);
}

/** What the programs of browser tests store: of `npm test`, in memory until the run ends. */
export function storesFolder(...parts: string[]): string {
  return join(process.env.E2E_STORES ?? outFolder("stores"), ...parts);
}

/** Where the programs of a run keep their compiled code: the first start compiles for all of them. */
export const compileCache = outFolder("compile-cache");
