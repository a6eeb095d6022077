import { log } from "#server/log.ts";
import { watchParent } from "./watch-parent.ts";

/**
 * Ends this console, as a signal to stop does, once its starter is gone: a later one could neither stop it nor have its port, and would
 * migrate the store under it.
 */
export function endWithStarter(): void {
  const { CONSOLE_STARTER } = process.env;
  if (!CONSOLE_STARTER) return;
  // The starter reads our output. Without it a line would end the process at once, also while money is on its way.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  watchParent(Number(CONSOLE_STARTER), () => {
    log.warn("the console ends: its starter is gone");
    process.kill(process.pid, "SIGTERM");
  });
}
