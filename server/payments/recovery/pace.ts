import type { GatewayPulse } from "#lib/gateway-report.ts";

/**
 * When the resolver runs: at once for the first unknown, then rarely enough that several unknowns share a request; while
 * the gateway is unreachable every few seconds, or as soon as it has answered any request.
 */
export type Pace = {
  isTime(facts: { due: number; now: number; pulse: Seen | null }): boolean;
  /** Records what lookups came to. "back" when it was the first to reach the gateway again. */
  looked(facts: { isReached: boolean; now: number }): "back" | "as before";
};

export function newPace(): Pace {
  let lastAt = 0;
  let failures = 0;
  return {
    isTime: ({ due, now, pulse }) => {
      if (due === 0) return false;
      const since = now - lastAt;
      if (failures === 0) return since >= (due >= many ? shortMs : togetherMs);
      const isAnswering = pulse?.reachable === true && pulse.seenAt > lastAt;
      return since >= Math.min(shortMs * 2 ** (failures - 1), outageMs) || (isAnswering && since >= shortMs);
    },
    looked: ({ isReached, now }) => {
      const wasOut = failures > 0;
      lastAt = now;
      failures = isReached ? 0 : failures + 1;
      return isReached && wasOut ? "back" : "as before";
    },
  };
}

/** The gateway's state after its latest answer to any request. */
type Seen = Pick<NonNullable<GatewayPulse>, "reachable" | "seenAt">;

/** This many unknowns justify a list request of their own. */
const many = 10;
const shortMs = 1000;
const togetherMs = 4000;
const outageMs = 2000;
