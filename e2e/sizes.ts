import { checkScriptBudget } from "./run/script-budget.ts";

/** `npm run sizes`: the JavaScript that each page of the last build begins with, and whether it keeps its budget. */
process.exitCode = checkScriptBudget() ? 0 : 1;
