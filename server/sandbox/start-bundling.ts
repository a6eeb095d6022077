import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Bundles the program and its packages into a few files for the next start, beside the running program: reading some five
 * hundred takes longer than all else of a start. `bundles` is the folder they go to. Nothing happens without a bundler,
 * which comes with the tools of development: an installation without them starts from the sources each time.
 */
export function startBundling(bundles: string): void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  if (!existsSync(`${root}node_modules/rolldown`)) return;
  const program = fileURLToPath(new URL("make-bundle.ts", import.meta.url));
  const child = spawn(process.execPath, [program, bundles], { cwd: root, detached: true, stdio: "ignore" });
  // Without it the next start is as slow as this one was, and tries again.
  child.on("error", () => undefined);
  child.unref();
}
