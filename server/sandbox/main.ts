import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/** `npm run sandbox`. What was compiled at one start is kept for the next: reading the program anew takes longer than starting it. */
enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/sandbox", import.meta.url)));
// Only now, since what is imported above would be compiled before the cache is open.
const { runProgram } = await import("./program.ts");
await runProgram();
flushCompileCache();
