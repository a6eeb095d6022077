import { log } from "#server/log.ts";
import { matchExact } from "./match-exact.ts";

/** Matches deposits whose batches have become known meanwhile, once for the process, in every console process. */
export function startMatching(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  const tick = async () => {
    try {
      await matchExact();
    } catch (error) {
      log.error({ err: error }, "matching deposits failed; it will be repeated");
    }
    setTimeout(tick, pauseMs).unref();
  };
  setTimeout(tick, pauseMs).unref();
}

const pauseMs = 30_000;
const started: unique symbol = Symbol.for("merchant-console.deposits");
