import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program and its packages in a few files: reading some five hundred takes longer than all else of a start. */

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the bundle of these very sources is, or would be. */
export function bundleFolder(): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of ["package-lock.json", ...sourcesIn("lib"), ...sourcesIn("server/sandbox")]) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return join(root, "node_modules/.cache/sandbox-program", hash.digest("hex").slice(0, 32));
}

/** Makes the bundle for the next start, beside the running program. Nothing happens where there is no bundler. */
export function makeBundle(folder: string): void {
  // Comes with the tools of development; an installation without them starts from the sources each time.
  if (!existsSync(join(root, "node_modules/rolldown")) || existsSync(`${folder}.unfinished`)) return;
  const program = fileURLToPath(new URL("make-bundle.ts", import.meta.url));
  const child = spawn(process.execPath, [program, folder], { cwd: root, detached: true, stdio: "ignore" });
  // Without it the next start is as slow as this one was, and tries again.
  child.on("error", () => undefined);
  child.unref();
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => `${folder}/${path}`)
    .sort();
}
