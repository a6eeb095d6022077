import { setTimeout as delay } from "node:timers/promises";

/** Polls until the condition holds. Throws after `patienceMs`. */
export async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`the condition did not hold within ${patienceMs / 1000} s`);
    await delay(100);
  }
}
