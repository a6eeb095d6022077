import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import { t, text } from "#lib/language/t.ts";
import type { ApprovalAsk, ApprovalGiven } from "#lib/payments/approval.ts";
import type { UndoResult, UndoStep } from "#lib/payments/order.ts";
import { attemptKeys } from "#lib/queries/keys.ts";
import { undoOrderParts } from "#server/actions/payments.ts";
import { cancelRequests } from "../approval/cancel-requests.ts";
import { lookUpOrCancel } from "../queue/lookup-attempt.ts";
import { noteAnswered, noteLost, noteSent, resolveAttempt, resolveBefore } from "../queue/unanswered.ts";
import { answerTimeoutMs, leaveHungAction, withTimeout } from "../queue/with-timeout.ts";

/** Sends the same attempts however often it is pressed, so that each payment is undone once. */
export function useUndo(order: string) {
  const client = useQueryClient();
  const { waitMs } = useMerchant();
  const [ids] = useState(() => new Map<string, string>());
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** It may be done: nothing is kept for sure. */
  const [isLost, setIsLost] = useState(false);
  const [results, setResults] = useState<UndoResult[]>();
  const [asks, setAsks] = useState<ApprovalAsk[]>();
  const idOf = (part: string) => ids.get(part) ?? ids.set(part, newAttemptId()).get(part) ?? "";
  async function send(steps: readonly UndoStep[], reason: string, approval?: ApprovalGiven) {
    setPending(true);
    setProblem(undefined);
    setIsLost(false);
    const parts = steps.map(({ part }) => ({ part, attemptId: idOf(part) }));
    const own = parts.map(({ attemptId }) => attemptId);
    const earlier = await resolveBefore(order, own);
    if (earlier) {
      setPending(false);
      return setProblem(earlier);
    }
    for (const attemptId of own) noteSent(attemptId, order, t("Undo"));
    const undoing = undoOrderParts({ order, reason, parts }, approval);
    const answer = await withTimeout(undoing, parts.length * waitMs + answerTimeoutMs);
    const found = answer ? [] : await findOutAll(parts);
    for (const attemptId of own) (answer?.ok ? noteAnswered : noteLost)(attemptId);
    setPending(false);
    for (const queryKey of [attemptKeys.ones, attemptKeys.lists, [...attemptKeys.all, "attention"]])
      void client.invalidateQueries({ queryKey });
    if (answer?.ok) {
      const needed = answer.value.results.flatMap(({ ask }) => ask ?? []);
      setAsks(needed.length > 0 ? needed : undefined);
      // While it is asked nothing is done: without an approval the question comes back.
      setResults(answer.value.isAsked ? undefined : answer.value.results);
    } else if (answer) {
      if (answer.problem.isCanceled) ids.clear();
      setProblem(answer.problem.message);
    } else {
      setAsks(undefined);
      const isCanceled = found.every(({ kind }) => kind === "canceled");
      setIsLost(!isCanceled);
      setProblem(t(isCanceled ? canceled : lost));
      // What is not known yet is known later, also after this is closed: what is not recorded then is canceled.
      for (const { part, attemptId } of parts)
        void resolveAttempt(attemptId).then(({ kind }) => kind === "canceled" && ids.delete(part));
    }
  }
  async function findOutAll(parts: readonly { part: string; attemptId: string }[]) {
    leaveHungAction();
    return await Promise.all(
      parts.map(async ({ part, attemptId }) => {
        const found = await lookUpOrCancel(attemptId);
        if (found.kind === "canceled") ids.delete(part);
        return found;
      }),
    );
  }
  /** Without an approval: back to the question, or to what was done and what was not. */
  const forgo = () => {
    if (asks) void cancelRequests(asks);
    setAsks(undefined);
  };
  return { send, pending, problem, isLost, results, asks, forgo };
}

const canceled = text(
  "No response from the server. The request did not reach it and is canceled: nothing was undone. Try again.",
);
const lost = text(
  "No response from the server. Try again: each payment is undone only once, and the outcome of each is shown here.",
);
