import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/** In MB, of both programs. With V8's default, garbage of a bulk file that streams through grows past 100 MB. */
export const youngGeneration = "--max-semi-space-size=4";

/** The command line for Node that starts the sandbox gateway, the same as `npm run sandbox`. */
export const sandboxArguments = (): string[] => [
  youngGeneration,
  join(projectRoot, "server/sandbox/main.ts"),
];
