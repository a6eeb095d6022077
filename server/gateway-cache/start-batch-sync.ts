import { isFirstStart, repeat } from "#server/background.ts";
import { takeNextPage } from "./sync.ts";

/**
 * Walks closed batches in the background, once for the process: at once what a person looks at, and the past at a pace
 * that leaves the lists on people's screens their share of the rate limit.
 */
export function startBatchSync(): void {
  if (!isFirstStart("merchant-console.sync")) return;
  let pastAt = 0;
  const work = async () => {
    while (await takeNextPage(Date.now(), "asked"));
    if (Date.now() - pastAt >= pastApartMs && (await takeNextPage())) pastAt = Date.now();
  };
  repeat(work, pauseMs, "syncing a batch failed; it will be repeated");
}

const pauseMs = 1000;
const pastApartMs = 5000;
