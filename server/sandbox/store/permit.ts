import type { RateLimitSetting } from "../env.ts";
import { type Grant, grantRequests, type Used, usedBy } from "./rate-counters.ts";
import type { Db } from "./store.ts";

/**
 * PostgreSQL: a request that is still to be counted against its caller's limits. What it wants to record asks the store
 * anyway, and is counted on the same way to it.
 */
export type Permit = {
  readonly scope: string;
  readonly limits: RateLimitSetting;
  /** Undefined until it is counted. */
  used?: Used;
};

/** Requests of one caller, who has the same limits for all of them. */
export type Callers = { scope: string; limits: RateLimitSetting; permits: Permit[] }[];

/** Those that are not counted yet, by their caller, and always in the same order: counting holds one caller after the other. */
export function callersOf(permits: readonly (Permit | undefined)[]): Callers {
  const callers = new Map<string, Callers[number]>();
  for (const permit of permits) {
    if (!permit || permit.used) continue;
    const { scope, limits } = permit;
    // Limits of an endpoint key can be changed between two of its requests.
    const name = `${scope} ${limits.minute} ${limits.day}`;
    const caller = callers.get(name);
    if (caller) caller.permits.push(permit);
    else callers.set(name, { scope, limits, permits: [permit] });
  }
  return callers.size < 2
    ? [...callers.values()]
    : [...callers].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, caller]) => caller);
}

/** Counts what is not counted yet, each caller by one statement. */
export async function countPermits(db: Db, permits: readonly (Permit | undefined)[]): Promise<void> {
  for (const { scope, limits, permits: asking } of callersOf(permits))
    noteGrant(asking, await grantRequests(db, { scope, asked: asking.length, limits }));
}

/** Puts down what the requests of one caller were granted. */
export function noteGrant(permits: readonly Permit[], grant: Grant): void {
  for (const [place, permit] of permits.entries()) permit.used = usedBy(grant, place);
}
