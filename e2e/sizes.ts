import { existsSync } from "node:fs";
import { join } from "node:path";
import { distFolder } from "#server/start/build.ts";
import { checkScriptBudget } from "./run/script-budget.ts";

/** `npm run sizes`: the JavaScript that each page of the last build begins with, and whether it keeps its budget. */
const isBuilt = existsSync(join(distFolder(), "diagnostics", "route-bundle-stats.json"));
if (!isBuilt) console.error("There is no build to measure: run npm run build first.");
process.exitCode = isBuilt && checkScriptBudget() ? 0 : 1;
