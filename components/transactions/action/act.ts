import { cancelAttempt, lookupAttempt } from "#components/payment-result/queue/lookup-attempt.ts";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { isFollowUp } from "#lib/forms/follow-up.ts";
import type { FollowUpValues } from "#lib/forms/follow-up-form.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { moneyMarks } from "#lib/session/money-marks.ts";
import { actOnTransaction } from "#server/actions/payments.ts";

export type Acted =
  | { kind: "attempt"; attempt: Attempt }
  /** Nothing was sent: a possible duplicate, or above the user's limit. */
  | { kind: "stopped"; stop: ChargeStop }
  /** Nothing was done. */
  | { kind: "refused"; message: string; fields: Record<string, string> }
  /** The console did not answer and has not recorded it: it never will be. Sent again, it needs another `attemptId`. */
  | { kind: "canceled" }
  /** The console itself did not answer. The same values may be sent again: the `attemptId` makes it the same attempt. */
  | { kind: "lost" };

/** Acts on a transaction. When the console's answer is lost, the journal is asked what became of it; where it has nothing, it is canceled. */
export async function act(values: FollowUpValues, approval?: ApprovalGiven): Promise<Acted> {
  performance.mark(moneyMarks.sent);
  try {
    const result = await actOnTransaction(values, approval);
    performance.mark(moneyMarks.answered);
    if (result.ok) return { kind: "attempt", attempt: result.value };
    const { problem } = result;
    return problem.kind === "refused"
      ? { kind: "refused", message: problem.message, fields: problem.fields ?? {} }
      : { kind: "stopped", stop: problem };
  } catch {
    const lookup = await lookupAttempt(values.attemptId);
    if (lookup.kind === "found") return { kind: "attempt", attempt: lookup.attempt };
    return lookup.kind === "none" && (await cancelAttempt(values.attemptId))
      ? { kind: "canceled" }
      : { kind: "lost" };
  }
}

/** The same action once more, past the gateway's duplicate check: the person gives the reason for a second payment. */
export async function actAgain(first: Attempt, key: string, reason: string): Promise<Acted> {
  if (!isFollowUp(first.command) || first.amountCents === undefined)
    throw new Error("only an action with an amount can be repeated");
  return act({
    attemptId: newAttemptId(),
    key,
    command: first.command,
    amount: amountText(first.amountCents, first.currency),
    reason,
    ignoreDuplicate: true,
  });
}
