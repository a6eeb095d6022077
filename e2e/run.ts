import { waitForShutdown } from "#server/start/processes/wait-for-shutdown.ts";
import { stopProcesses } from "./run/processes.ts";
import { runAll } from "./run/program.ts";

/** `npm test`: every check there is, from types to e2e tests in a real browser. Its last line sums them up. */
const code = await Promise.race([runAll(), waitForShutdown().then(() => 130)]);
await stopProcesses();
process.exit(code);
