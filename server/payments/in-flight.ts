import { log } from "#server/log.ts";
import { perProcess } from "#server/per-process.ts";

/** A command of this process that may already be at the gateway, so that its answer is worth waiting for. */
type Sending = { readonly hasLeft: boolean };

/** Counts `sending` as under way until `run` has recorded what came of it. */
export async function whileSending<Value>(sending: Sending, run: () => Promise<Value>): Promise<Value> {
  underWay().add(sending);
  try {
    return await run();
  } finally {
    underWay().delete(sending);
  }
}

const isMoneyInFlight = () => [...underWay()].some(({ hasLeft }) => hasLeft);

/**
 * On a signal to stop, Next takes no more connections and ends once all requests have their answers. What takes longer than
 * `graceMs` is cut off, but never while money is on its way: its answer is recorded first. What is still queued then ends as unsent.
 */
export function finishOnShutdown(graceMs = 6_000): void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    const until = performance.now() + graceMs;
    setInterval(() => {
      if (performance.now() < until || isMoneyInFlight()) return;
      log.warn("the console stops and cuts off requests that move no money");
      process.exit(0);
    }, 100).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, begin);
}

const underWay = () => perProcess("merchant-console.sending", () => new Set<Sending>());
