import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { refreshStatistics } from "#server/sql/dialect.ts";
import { readHistory } from "./history.ts";
import { indexAttempts } from "./index-attempts.ts";
import { rereadNext } from "./reread.ts";

/** Keeps the index of transactions in the background, once for the process. */
export function startIndex(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  repeat(indexAttempts, "indexing payments");
  repeat(async () => {
    while (await readHistory());
  }, "reading earlier batches");
  repeat(rereadNext, "reading checks again", rereadApartMs);
  repeat(() => refreshStatistics(db()), "counting the index", hourMs);
}

function repeat(work: () => Promise<unknown>, name: string, pauseMs = 1000): void {
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

const hourMs = 3_600_000;
/** At most 15 a minute: a third of what the gateway permits. */
const rereadApartMs = 4000;
const started: unique symbol = Symbol.for("merchant-console.index");
