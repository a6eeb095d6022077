import { isFirstStart, repeat } from "#server/background.ts";
import { log } from "#server/log.ts";
import { checkEvents } from "./check.ts";
import { keepRefusals, pruneRefusals } from "./refusals.ts";
import { claimDue, keptMs, pruneEvents } from "./store.ts";

/** Checks the events of the inbox in the background, once per process, in every console process. */
export function startWebhooks(): void {
  if (!isFirstStart("merchant-console.webhooks")) return;
  let away = 0;
  let readsFrom = 0;
  const tick = async () => {
    let pause = pauseMs;
    try {
      const now = Date.now();
      const checked = await checkDue(now, { readsFrom, forMs: turnMs });
      if (checked === "more") pause = turnMs;
      if (checked === "away") {
        away += 1;
        readsFrom = now + Math.min(pauseMs * 2 ** away, longestPauseMs);
      } else if (now >= readsFrom) away = 0;
      await prune(now);
    } catch (error) {
      log.error({ err: error }, "checking events failed; it will be repeated");
    }
    setTimeout(tick, pause).unref();
  };
  void tick();
  // The check of an event may wait for the gateway.
  repeat(keepRefusals, pauseMs, "counting the deliveries that were turned away failed; it will be repeated");
}

/**
 * Checks due events within the time and request limits of one run, and stops when the gateway is unreachable. A bulk file
 * causes an event per row, most of which need no request. What a process left unfinished is taken over by another or by
 * the next start. Before `readsFrom`, only attempts without an answer cause requests.
 */
export async function checkDue(
  now = Date.now(),
  { readsFrom = 0, forMs = Number.POSITIVE_INFINITY } = {},
): Promise<"done" | "more" | "away"> {
  const until = performance.now() + forMs;
  for (let reads = 0; reads < maxReads && performance.now() < until; ) {
    const rows = await claimDue(now);
    if (!rows) return "done";
    if (rows.length === 0) continue;
    const checked = await checkEvents(rows, now, { readsFrom });
    if (checked.kind === "away") return "away";
    reads += checked.reads;
  }
  return "more";
}

const pauseMs = 1000;
const longestPauseMs = 30_000;
const maxReads = 20;
/** Other work runs in between. */
const turnMs = 250;

const pruneEveryMs = 3_600_000;
const maxPruned = 500;
let pruneAt = 0;

/** In steps, so that a store full of old events blocks nothing. */
async function prune(now: number): Promise<void> {
  if (now < pruneAt) return;
  const gone = await pruneEvents(now - keptMs, maxPruned);
  await pruneRefusals(now - keptMs);
  pruneAt = gone < maxPruned ? now + pruneEveryMs : now;
}
