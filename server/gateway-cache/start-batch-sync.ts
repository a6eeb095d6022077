import { log } from "#server/log.ts";
import { takeNextPage } from "./sync.ts";

/**
 * Walks closed batches in the background, once for the process: at once what a person looks at, and the past at a pace
 * that leaves the lists on people's screens their share of the rate limit.
 */
export function startBatchSync(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  let pastAt = 0;
  const tick = async () => {
    try {
      while (await takeNextPage(Date.now(), "asked"));
      if (Date.now() - pastAt >= pastApartMs && (await takeNextPage())) pastAt = Date.now();
    } catch (error) {
      log.error({ err: error }, "syncing a batch failed; it will be repeated");
    }
    setTimeout(tick, pauseMs).unref();
  };
  void tick();
}

const pauseMs = 1000;
const pastApartMs = 5000;
const started: unique symbol = Symbol.for("merchant-console.sync");
