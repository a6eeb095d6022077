import { setTimeout as delay } from "node:timers/promises";

/** Asks again and again until it is so. Throws after so much patience: what was promised did not come. */
export async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not come about within ${patienceMs / 1000} s`);
    await delay(100);
  }
}
