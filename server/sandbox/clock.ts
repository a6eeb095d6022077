import { readFact, writeFact } from "./store/facts.ts";
import type { Store } from "./store/store.ts";

/** The sandbox's time: real time, moved ahead by the control plane, and running on from there. It survives a restart. */
export type Clock = {
  /** Epoch ms. */
  now(): number;
  /** Moves it ahead by so many ms, on the disk before it shows. */
  advance(ms: number): Promise<void>;
  /** Back to real time. */
  reset(): Promise<void>;
};

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
