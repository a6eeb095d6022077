import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import type { OverLimit } from "./follow-up/payment-limit.ts";

/** What came of a money command that was to be recorded and sent: its attempt, or why nothing was done. */
export type RunResult = { kind: "attempt"; attempt: Attempt } | RunProblem;
export type RunProblem =
  | { kind: "other-contents" }
  /** The page that asked for it had given it up before it arrived. */
  | { kind: "canceled" }
  | { kind: "busy"; attemptId: string }
  /** It was to be sent for approval, and needs none. */
  | { kind: "within-limits" }
  | { kind: "no-shift"; problem: string }
  | OverLimit
  | ChargeStop;

/** Whether a person has to decide before it is sent. */
export const isStop = (outcome: RunResult): outcome is ChargeStop =>
  outcome.kind === "blocked" || outcome.kind === "needs-confirmation" || outcome.kind === "needs-approval";

/** The page that asked for it had given it up: with another `attemptId` it can be asked for again. */
export const refuseCanceled = (): { ok: false; problem: Refusal } => ({
  ok: false,
  problem: {
    kind: "refused",
    message: "This was canceled when the connection was lost. Nothing was sent. Submit it again.",
    isCanceled: true,
  },
});

export const otherContents =
  "This form was already sent with different contents. Nothing more was done. Look at the result of the first one, then open a new form.";

type Outcome = Exclude<RunResult, ChargeStop | OverLimit>;

/** What the person who asked for it gets back. */
export function toResult(outcome: Outcome): Result<Attempt> {
  switch (outcome.kind) {
    case "attempt":
      return ok(outcome.attempt);
    case "other-contents":
      return refuse(otherContents);
    case "canceled":
      return refuseCanceled();
    case "within-limits":
      return refuse("This no longer needs approval. Nothing was sent. Go back and send it again.");
    case "no-shift":
      return refuse(outcome.problem);
    case "busy":
      return refuse(
        "Another action on this payment was still running, or its outcome was not known. Nothing was done. Timeline shows its outcome: try again once it is there.",
      );
  }
}
