import { log } from "#server/log.ts";
import { takeNextPage } from "./sync.ts";

/** Walks closed batches in the background, once for the process. */
export function startBatchSync(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  const tick = async () => {
    try {
      while (await takeNextPage());
    } catch (error) {
      log.error({ err: error }, "syncing a batch failed; it will be repeated");
    }
    setTimeout(tick, pauseMs).unref();
  };
  void tick();
}

const pauseMs = 1000;
const started: unique symbol = Symbol.for("merchant-console.sync");
