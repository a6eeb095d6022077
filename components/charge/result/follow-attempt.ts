import { firstAnswer } from "#components/payment-result/first-answer.ts";
import { cancelAttempt, lookupAttempt } from "#components/payment-result/queue/lookup-attempt.ts";
import type { Attempt } from "#lib/attempt.ts";

/** How a search for an attempt ends. `canceled`: it is not recorded and never will be. `gone`: the page was left meanwhile. */
export type FollowEnd =
  | { kind: "finished"; attempt: Attempt }
  | { kind: "nothing" }
  | { kind: "canceled" }
  | { kind: "gone" };

/** After so many lookups in a row that find nothing it is given up. */
const enoughLookups = 4;
const betweenMs = 700;
const betweenClosedMs = 2000;

/**
 * Reads the attempt until it has a result, or is not there and was canceled: a request may still be on its way. A
 * console that is away is waited for, and so are a locked workstation and a session that is over: the page below may be this person's
 * again. With `once` one lookup is enough, and nothing is waited for or canceled. `onWaiting` gets the attempt as it is until then.
 */
export async function followAttempt(
  attemptId: string,
  signal: AbortSignal | undefined,
  { once = false, onWaiting }: { once?: boolean; onWaiting?: (attempt: Attempt) => void } = {},
): Promise<FollowEnd> {
  let nothings = 0;
  while (!signal?.aborted) {
    const lookup = await lookupAttempt(attemptId);
    if (lookup.kind === "found" && firstAnswer(lookup.attempt) !== "waiting")
      return { kind: "finished", attempt: lookup.attempt };
    if (lookup.kind === "found") onWaiting?.(lookup.attempt);
    nothings = lookup.kind === "none" ? nothings + 1 : 0;
    if (once && (lookup.kind === "none" || lookup.kind === "closed")) return { kind: "nothing" };
    if (nothings >= enoughLookups && (await cancelAttempt(attemptId))) return { kind: "canceled" };
    const ms = lookup.kind === "closed" ? betweenClosedMs : betweenMs;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  return { kind: "gone" };
}
