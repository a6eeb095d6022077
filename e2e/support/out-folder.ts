import { join } from "node:path";
import { projectRoot } from "#server/start/project-root.ts";

/** Absolute path for output of a test run, under e2e/.out, which Git ignores. */
export function outFolder(...parts: string[]): string {
  return join(projectRoot, "e2e", ".out", ...parts);
}

/** Where the programs of a run keep their compiled code: the first start compiles for all of them. */
export const compileCache = outFolder("compile-cache");
