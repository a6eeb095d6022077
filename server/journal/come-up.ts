import { log } from "#server/log.ts";
import { startResolver } from "./resolve.ts";

/**
 * Goes on with the payments whose answer was awaited when the console last stopped. Without a store that works there is
 * nothing to serve: the process ends, and whoever started it says so.
 */
export async function comeUp(): Promise<void> {
  try {
    await startResolver();
  } catch (error) {
    log.fatal({ err: error }, "the console cannot start: its store does not work");
    process.exit(1);
  }
}
