import { firstAnswer } from "#components/payment-result/first-answer.ts";
import { lookupAttempt } from "#components/payment-result/queue/lookup-attempt.ts";
import type { Attempt } from "#lib/attempt.ts";

/** How a search for an attempt ends. `gone`: the page was left meanwhile. */
export type FollowEnd = { kind: "settled"; attempt: Attempt } | { kind: "nothing" } | { kind: "gone" };

/** So many looks in a row that find nothing mean that the console has not recorded it. */
const enoughLookups = 4;
const betweenMs = 700;
const betweenClosedMs = 2000;

/**
 * Looks into the journal until the attempt has a result, or surely is not there. A console that is away is waited for, and so are a
 * locked desk and a session that is over: the page below may be this person's again. With one look, nothing is waited for.
 * `onWaiting` gets the attempt as it is until then.
 */
export async function followAttempt(
  attemptId: string,
  signal: AbortSignal | undefined,
  looks = enoughLookups,
  onWaiting?: (attempt: Attempt) => void,
): Promise<FollowEnd> {
  let nothings = 0;
  while (!signal?.aborted) {
    const look = await lookupAttempt(attemptId);
    if (look.kind === "found" && firstAnswer(look.attempt) !== "waiting")
      return { kind: "settled", attempt: look.attempt };
    if (look.kind === "found") onWaiting?.(look.attempt);
    nothings = look.kind === "none" ? nothings + 1 : 0;
    if (nothings >= looks || (looks === 1 && look.kind === "closed")) return { kind: "nothing" };
    const ms = look.kind === "closed" ? betweenClosedMs : betweenMs;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  return { kind: "gone" };
}
