import { log } from "#server/log.ts";
import { readHistory } from "./history.ts";
import { indexAttempts } from "./index-attempts.ts";

/** Keeps the index of transactions in the background, once for the process. */
export function startIndex(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  repeat(indexAttempts, "indexing payments");
  repeat(async () => {
    while (await readHistory());
  }, "reading earlier batches");
}

function repeat(work: () => Promise<void>, name: string): void {
  const tick = async () => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, `${name} failed; it will be repeated`);
    }
    setTimeout(tick, pauseMs).unref();
  };
  void tick();
}

const pauseMs = 1000;
const started: unique symbol = Symbol.for("merchant-console.index");
