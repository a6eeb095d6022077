import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Chromium's hint: compile the script's functions in the background while it loads. Other browsers ignore it. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Has the browser compile each script of the build in `dist` beside its page. Otherwise it parses a function twice, and compiles
 * it when it is first called, on the thread that the clerk types on.
 */
export function addCompileHints(dist: string): void {
  const folder = join(dist, "static");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const path = join(folder, name);
    writeFileSync(path, HINT + readFileSync(path, "utf8"));
  }
}
