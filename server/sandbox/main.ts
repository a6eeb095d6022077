import { existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** `npm run sandbox`. What was read and compiled at one start is kept for the next: doing so anew takes longer than starting. */
enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/sandbox", import.meta.url)));
// Only now, since what is imported above would be compiled before the cache is open.
const { bundleFolder, makeBundle } = await import("./program-bundle.ts");
const folder = bundleFolder();
const bundle = join(folder, "program.mjs");
const bundled = existsSync(bundle);
const { runProgram }: typeof import("./program.ts") = bundled
  ? await import(pathToFileURL(bundle).href)
  : await import("./program.ts");
await runProgram();
flushCompileCache();
if (!bundled) makeBundle(folder);
