import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** `node make-bundle.ts FOLDER`: bundles the program into a folder, which appears once it is whole. One process at a time does. */
const folder = process.argv[2] ?? "";
const unfinished = `${folder}.unfinished`;
const all = dirname(folder);
mkdirSync(all, { recursive: true });
removeOld();
// Fails where another process is at it.
mkdirSync(unfinished);
try {
  // A tool of development, loaded by the one process that needs it.
  const { build } = await import("rolldown");
  await build({
    input: fileURLToPath(new URL("program.ts", import.meta.url)),
    platform: "node",
    output: {
      dir: unfinished,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    },
    logLevel: "silent",
  });
  renameSync(unfinished, folder);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}

/** A program that runs may still read parts of an older bundle, so it is kept for a while. */
function removeOld(): void {
  const before = Date.now() - 7 * 86_400_000;
  for (const name of readdirSync(all))
    if (statSync(join(all, name)).mtimeMs < before) rmSync(join(all, name), { recursive: true, force: true });
}
