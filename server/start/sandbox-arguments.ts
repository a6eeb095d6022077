import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/**
 * What Node is given to start the sandbox gateway: as package.json has it for `npm run sandbox`, so that its flags stand
 * once. The heap's young part is 4 MiB from the start on and no more, and there is one thread beside the main one.
 */
export function sandboxArguments(): string[] {
  const text = readFileSync(join(projectRoot, "package.json"), "utf8");
  // It is our own.
  const { scripts } = JSON.parse(text) as { scripts: { sandbox: string } };
  return scripts.sandbox
    .split(" ")
    .slice(1)
    .map((word) => (word.startsWith("-") ? word : join(projectRoot, word)));
}
