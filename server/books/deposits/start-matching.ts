import { isFirstStart, repeat } from "#server/background.ts";
import { matchExact } from "./match-exact.ts";

/** Matches deposits whose batches have become known meanwhile, once for the process, in every console process. */
export function startMatching(): void {
  if (!isFirstStart("merchant-console.deposits")) return;
  const begin = () => repeat(matchExact, pauseMs, "matching deposits failed; it will be repeated");
  setTimeout(begin, pauseMs).unref();
}

const pauseMs = 30_000;
