import { log } from "#server/log.ts";
import { takeNextPage } from "./walk.ts";

/** Walks closed batches in the background, once for the process. */
export function startWalking(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  const tick = async () => {
    try {
      while (await takeNextPage());
    } catch (error) {
      log.error({ err: error }, "the walk through a batch stumbled and goes on");
    }
    setTimeout(tick, pauseMs).unref();
  };
  void tick();
}

const pauseMs = 1000;
const started: unique symbol = Symbol.for("merchant-console.walk");
