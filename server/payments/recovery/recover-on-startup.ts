import { log } from "#server/log.ts";
import { startResolver } from "./resolve.ts";

/**
 * Takes over the payments whose answers were awaited when the console last stopped. Without a working store there is
 * nothing to serve: the process ends, and its starter reports it.
 */
export async function recoverOnStartup(): Promise<void> {
  try {
    await startResolver();
  } catch (error) {
    log.fatal({ err: error }, "the console cannot start: its store does not work");
    process.exit(1);
  }
}
