import type { RateLimitSetting } from "../env.ts";
import type { Permit } from "../store/permit.ts";
import type { Used } from "../store/rate-counters.ts";
import type { Store } from "../store/store.ts";
import { countHere } from "./count-here.ts";
import { countTogether } from "./count-together.ts";

/** Counts requests by endpoint key and caller in fixed windows of the real clock (contract: Limits). */
export type RateLimiter = {
  /** Counts one request; `allowed` is false, and nothing counted, when a window is full. */
  use(scope: string, limits: RateLimitSetting): Promise<Verdict> | Verdict;
  /** A request that is counted with what it records; undefined where counting costs nothing by itself. */
  postpone(scope: string, limits: RateLimitSetting): Permit | undefined;
  /** What became of one that was postponed; it is counted now when that is still to be done. */
  verdictOn(permit: Permit): Promise<Verdict>;
  /** What is used, without counting anything. */
  look(scope: string, limits: RateLimitSetting): Promise<string>;
  /** Forgets what this process knows; the rows go with the store's. */
  clear(): void;
  /** Puts down what the store does not hold yet. */
  settle(): Promise<void>;
};

export type Verdict = { allowed: boolean; header: string };

/** How one kind of store counts. */
export type RateCount = {
  count(scope: string, limits: RateLimitSetting): Promise<Used> | Used;
  look(scope: string): Promise<Omit<Used, "allowed">> | Omit<Used, "allowed">;
  clear(): void;
  settle(): Promise<void>;
};

/** Limits hold over restarts, and together for all processes that share a store. */
export async function openRateLimiter(store: Store, now: () => number = Date.now): Promise<RateLimiter> {
  const { count, look, clear, settle } = store.shared ? countTogether(store) : await countHere(store, now);
  return {
    use: (scope, limits) => {
      const used = count(scope, limits);
      return used instanceof Promise
        ? used.then((known) => verdictOf(known, limits))
        : verdictOf(used, limits);
    },
    postpone: (scope, limits) => (store.shared ? { scope, limits } : undefined),
    verdictOn: async ({ scope, limits, used }) => verdictOf(used ?? (await count(scope, limits)), limits),
    look: async (scope, limits) => headerOf(await look(scope), limits),
    clear,
    settle,
  };
}

const verdictOf = (used: Used, limits: RateLimitSetting): Verdict => ({
  allowed: used.allowed,
  header: headerOf(used, limits),
});

const headerOf = ({ minute, day }: Omit<Used, "allowed">, limits: RateLimitSetting) =>
  `${minute} of ${limits.minute}/min; ${day} of ${limits.day}/day`;

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
