import type { Clock, Store } from "../context.ts";
import { readFact, writeFact } from "../store/facts.ts";

export async function openClock(store: Store): Promise<Clock> {
  let offsetMs = Number((await store.read((db) => readFact(db, "clock-offset-ms"))) ?? 0);
  const move = async (to: number) => {
    await store.transact((db) => writeFact(db, "clock-offset-ms", String(to)));
    offsetMs = to;
  };
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms) => move(offsetMs + ms),
    reset: () => move(0),
  };
}
