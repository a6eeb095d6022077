import { join } from "node:path";
import { projectRoot } from "#server/start/project-root.ts";

/** Absolute path of something a test run leaves behind: all of it is under e2e/.out, which Git does not see. */
export function outFolder(...parts: string[]): string {
  return join(projectRoot, "e2e", ".out", ...parts);
}
