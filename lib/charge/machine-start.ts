import type { Refusal } from "../result.ts";
import type { ValidCharge } from "./fields/values.ts";
import type { ChargeEffect } from "./machine-events.ts";
import type { Stage, Wait } from "./stage.ts";

/** How the charge page begins. Apart from what happens next (machine.ts), which a clerk types without. */

export type ChargeState = {
  stage: Stage;
  /** Until it has ended, nothing else is sent and no other form opens. */
  underWay?: UnderWay | undefined;
  /** The values of a stopped payment, for a second press. */
  kept?: ValidCharge | undefined;
  /** The attempts that have a result. None of them is sent again. */
  ended: readonly string[];
};

export type UnderWay =
  /** `values` are forgotten when card data has to leave the page. */
  | { kind: "sending"; attemptId: string; wait: Wait; values: ValidCharge | undefined }
  | { kind: "following"; attemptId: string }
  /** This press did nothing, but an earlier one of the same form may have been recorded: looked up once. */
  | { kind: "refused"; attemptId: string; refusal: Refusal }
  | { kind: "restoring"; attemptId: string };

/** `painted` are performed once the new stage is on the screen, or before the next event. */
export type Step = { state: ChargeState; effects: ChargeEffect[]; painted: ChargeEffect[] };

/** The page as it opens. */
export function start(stage: Stage): Step {
  if (stage.kind === "restoring") return restore({ stage, ended: [] }, stage.attemptId);
  if (stage.kind !== "waiting") return step({ stage, ended: [] });
  const { attemptId } = stage.wait;
  const state: ChargeState = { stage, underWay: { kind: "following", attemptId }, ended: [] };
  return step(state, [{ kind: "follow", attemptId, once: false }]);
}

export const step = (
  state: ChargeState,
  effects: ChargeEffect[] = [],
  painted: ChargeEffect[] = [],
): Step => ({
  state,
  effects,
  painted,
});

export function restore(state: ChargeState, attemptId: string): Step {
  const underWay: UnderWay = { kind: "restoring", attemptId };
  // A workstation that is locked meanwhile says nothing about the payment: it is waited for.
  return step({ ...state, stage: { kind: "restoring", attemptId }, underWay, kept: undefined }, [
    { kind: "follow", attemptId, once: false },
  ]);
}
