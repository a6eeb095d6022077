import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/** The command line for Node that starts the sandbox gateway, the same as `npm run sandbox`. */
export const sandboxArguments = (): string[] => [join(projectRoot, "server/sandbox/main.ts")];
