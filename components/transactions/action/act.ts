import { type Found, findOut } from "#components/payment-result/queue/lookup-attempt.ts";
import { leaveHungAction, patienceMs, withPatience } from "#components/payment-result/queue/with-patience.ts";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { isFollowUp } from "#lib/forms/follow-up.ts";
import type { FollowUpValues } from "#lib/forms/follow-up-form.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import type { Refusal } from "#lib/result.ts";
import { moneyMarks } from "#lib/session/money-marks.ts";
import { actOnTransaction } from "#server/actions/payments.ts";
import { findUnanswered, noteUnanswered } from "./unanswered.ts";

/** What came of an action: refused, nothing was done; `stopped`, nothing was sent: a possible duplicate, or above the user's limit. */
export type Acted = Found | Refusal | { kind: "stopped"; stop: ChargeStop };

/**
 * Acts on a transaction. When the console's answer is lost, or doesn't come in `waitMs`, the journal is asked what became of it; where
 * it has nothing, it is canceled.
 */
export async function act(values: FollowUpValues, waitMs: number, approval?: ApprovalGiven): Promise<Acted> {
  performance.mark(moneyMarks.sent);
  const result = await withPatience(actOnTransaction(values, approval), waitMs + patienceMs);
  if (!result) {
    leaveHungAction();
    return findOut(values.attemptId);
  }
  performance.mark(moneyMarks.answered);
  if (result.ok) return { kind: "attempt", attempt: result.value };
  const { problem } = result;
  return problem.kind === "refused" ? problem : { kind: "stopped", stop: problem };
}

/**
 * The same action once more, past the gateway's duplicate check: the person gives the reason for a second payment. However often it is
 * asked for after this first one, it is one second payment.
 */
export async function actAgain(
  first: Attempt,
  key: string,
  { reason, waitMs }: { reason: string; waitMs: number },
): Promise<Acted> {
  if (!isFollowUp(first.command) || first.amountCents === undefined)
    throw new Error("only an action with an amount can be repeated");
  const action = `again ${first.id}`;
  const attemptId = findUnanswered(action) ?? newAttemptId();
  noteUnanswered(action, attemptId);
  const amount = amountText(first.amountCents, first.currency);
  const again = { attemptId, key, command: first.command, amount, reason, ignoreDuplicate: true };
  const acted = await act(again, waitMs);
  if (isGivenUp(acted)) noteUnanswered(action, undefined);
  return acted;
}

/** Whether the same needs another `attemptId`. */
export const isGivenUp = (acted: Acted): boolean =>
  acted.kind === "canceled" || (acted.kind === "refused" && acted.isCanceled === true);
