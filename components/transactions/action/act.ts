import { type Found, lookUpOrCancel } from "#components/payment-result/queue/lookup-attempt.ts";
import {
  noteAnswered,
  noteLost,
  noteSent,
  resolveAttempt,
  resolveBefore,
} from "#components/payment-result/queue/unanswered.ts";
import {
  answerTimeoutMs,
  leaveHungAction,
  withTimeout,
} from "#components/payment-result/queue/with-timeout.ts";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { isFollowUp } from "#lib/forms/follow-up.ts";
import type { FollowUpValues } from "#lib/forms/follow-up-form.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import type { Refusal } from "#lib/result.ts";
import { moneyMarks } from "#lib/session/money-marks.ts";
import { actOnTransaction } from "#server/actions/payments.ts";

/** The outcome of an action. Refused: nothing was done. `stopped`: nothing was sent, because of a possible duplicate or the user's limit. */
export type Acted = Found | Refusal | { kind: "stopped"; stop: ChargeStop };

/**
 * Acts on a transaction. If the console's answer is lost or takes longer than `waitMs`, asks the console for the attempt and
 * cancels an attempt that is not recorded. If the console can't be asked, keeps asking in the background.
 */
export async function act(
  values: FollowUpValues,
  { label, waitMs }: { label: string; waitMs: number },
  approval?: ApprovalGiven,
): Promise<Acted> {
  const { attemptId, key } = values;
  const problem = await resolveBefore(key, [attemptId]);
  if (problem) return { kind: "refused", message: problem };
  performance.mark(moneyMarks.sent);
  noteSent(attemptId, key, label);
  const result = await withTimeout(actOnTransaction(values, approval), waitMs + answerTimeoutMs);
  if (!result) leaveHungAction();
  performance.mark(moneyMarks.answered);
  const acted = result ? toActed(result) : await lookUpOrCancel(attemptId);
  if (acted.kind === "attempt" || isGivenUp(acted) || isRequested(acted)) forget(attemptId);
  else if (acted.kind === "lost") lost.add(attemptId);
  // After a lost answer, a refusal of the repeated request does not say whether the first one was carried out.
  else if (!lost.has(attemptId)) noteAnswered(attemptId);
  noteLost(attemptId);
  if (lost.has(attemptId)) void resolveAttempt(attemptId);
  return acted;
}

/** Attempt ids with at least one request whose answer was lost. */
const lost = new Set<string>();

function forget(attemptId: string): void {
  lost.delete(attemptId);
  noteAnswered(attemptId);
}

/** Whether the console knows that it waits for approval: an earlier request that still arrives asks for the same. */
const isRequested = (acted: Acted): boolean =>
  acted.kind === "stopped" && acted.stop.kind === "needs-approval" && acted.stop.ask.request !== undefined;

function toActed(result: Awaited<ReturnType<typeof actOnTransaction>>): Acted {
  if (result.ok) return { kind: "attempt", attempt: result.value };
  const { problem } = result;
  return problem.kind === "refused" ? problem : { kind: "stopped", stop: problem };
}

/**
 * Repeats an action skipping the gateway's duplicate detection; the person gives the reason for a second payment. However often this is
 * called for one first attempt, it is one second payment.
 */
export async function actAgain(
  first: Attempt,
  key: string,
  { reason, label, waitMs }: { reason: string; label: string; waitMs: number },
): Promise<Acted> {
  if (!isFollowUp(first.command) || first.amountCents === undefined)
    throw new Error("only an action with an amount can be repeated");
  const attemptId = again.get(first.id) ?? newAttemptId();
  again.set(first.id, attemptId);
  const amount = amountText(first.amountCents, first.currency);
  const acted = await act(
    { attemptId, key, command: first.command, amount, reason, ignoreDuplicate: true },
    { label, waitMs },
  );
  if (isGivenUp(acted)) again.delete(first.id);
  return acted;
}

/** The second payment after each attempt that the gateway called a duplicate. */
const again = new Map<string, string>();

/** Whether the same needs another `attemptId`. */
const isGivenUp = (acted: Acted): boolean =>
  acted.kind === "canceled" || (acted.kind === "refused" && acted.isCanceled === true);
