import { log } from "#server/log.ts";
import { startFollowingSettings } from "#server/merchant-settings/follow.ts";
import { startResolver } from "./resolve.ts";

/**
 * Puts the settings of the store into effect and takes over the payments whose answers were awaited when the console last
 * stopped. Without a working store there is nothing to serve: the process ends, and its starter reports it.
 */
export async function recoverOnStartup(): Promise<void> {
  try {
    // What is recovered is recorded under the key in use.
    await startFollowingSettings();
    await startResolver();
  } catch (error) {
    log.fatal({ err: error }, "the console cannot start: its store does not work");
    process.exit(1);
  }
}
