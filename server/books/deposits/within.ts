import { setTimeout } from "node:timers/promises";

/** What the promise brings, or undefined where it takes longer. It goes on either way. */
export async function within<T>(promise: Promise<T>, maxMs: number): Promise<T | undefined> {
  const timer = new AbortController();
  const late = setTimeout(maxMs, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}
