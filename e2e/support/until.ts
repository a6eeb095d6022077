import { setTimeout as delay } from "node:timers/promises";

/** Polls until the condition holds. Throws after `patienceMs`. */
export async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<void> {
  if (!(await waitAtMost(isSo, patienceMs)))
    throw new Error(`the condition did not hold within ${patienceMs / 1000} s`);
}

/** Polls until the condition holds or `patienceMs` are over: false where it did not hold. */
export async function waitAtMost(isSo: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) return false;
    await delay(50);
  }
  return true;
}
