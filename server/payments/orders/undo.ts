import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { rightFor } from "#lib/forms/follow-up.ts";
import { followUpForm } from "#lib/forms/follow-up-form.ts";
import { longestReason, shortestReason } from "#lib/forms/reason.ts";
import { toFollowUp } from "#lib/forms/to-follow-up.ts";
import { boundedList } from "#lib/gateway/bounded-list.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import type { UndoOutcome, UndoResult } from "#lib/payments/order.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { type AskedAhead, askAhead } from "../approvals/ask-ahead.ts";
import type { ApprovalWay } from "../approvals/find-approval.ts";
import { toAttempt } from "../attempts/attempt-row.ts";
import { stepsOf } from "../attempts/attempt-steps.ts";
import { findRow } from "../attempts/attempts.ts";
import { IdCanceledError, isAnyCanceled, releaseIds } from "../attempts/canceled-ids.ts";
import { digestOfRequest } from "../card-data/request-digest.ts";
import { planFollowUp, startFollowUp } from "../follow-up/start-follow-up.ts";
import { requestOf } from "../plan.ts";
import { refuseCanceled } from "../run-result.ts";
import { closeUnderLock } from "./leave-short.ts";
import { findOrder } from "./orders.ts";
import { planPart } from "./plan-undo.ts";
import { readBalance } from "./read-orders.ts";

/** What the server takes from the dialog: each part with the id of the attempt that undoes it, made when it opened. */
export const undoForm = z.object({
  order: attemptId,
  reason: z
    .string()
    .trim()
    .min(shortestReason, "Say why, in a few words.")
    .max(longestReason, "Say it in fewer words.")
    .refine(...noCardNumber),
  parts: boundedList(z.object({ part: attemptId, attemptId }), 50),
});

/**
 * Undoes every part of an order, one after the other, each as an attempt of its own that is recorded before it is sent.
 * While a part needs approval, and where no part can be undone, nothing is done and the order stays as it was. From the first commit on nothing more is collected. The
 * same dialog sent twice is the same attempts; a part that could not be undone stays with its reason.
 */
export async function undoOrder(
  person: PaymentActor,
  { order, reason, parts }: z.output<typeof undoForm>,
  approval?: ApprovalWay,
): Promise<Result<UndoOutcome>> {
  if (!(await findOrder(db(), order))) return refuse("There is no such order. Nothing was done.");
  if (parts.length === 0) return refuse("Choose the payments to undo. Nothing was done.");
  const ids = parts.map(({ attemptId }) => attemptId);
  // The order would end, and none of its payments be undone.
  if (await isAnyCanceled(db(), ids)) return refuseCanceled();
  const plans: PartPlan[] = [];
  for (const one of parts) plans.push(await planOne(person, { ...one, order, reason }));
  const asked = await askFor(person, plans, approval);
  if (asked) return ok({ results: asked, balance: await balanceOf(order), isAsked: true });
  const results: UndoResult[] = [];
  try {
    if (plans.some(({ toSend, result }) => toSend ?? result?.attempt))
      await closeUnderLock(order, { as: "undone", by: { id: person.id, name: person.name } }, ids);
    for (const plan of plans) results.push(await undoPart(person, plan, approval));
  } catch (error) {
    if (error instanceof IdCanceledError) return refuseCanceled();
    throw error;
  } finally {
    await releaseIds(ids);
  }
  return ok({ results, balance: await balanceOf(order) });
}

async function balanceOf(order: string) {
  const first = await findRow(order);
  return first && (await readBalance(first));
}

/** What is to be sent for a part, with what of it a limit concerns; or what came of it already. */
type PartPlan = {
  part: string;
  result?: UndoResult;
  toSend?: { values: z.output<typeof followUpForm>; ahead: AskedAhead };
};

async function planOne(
  person: PaymentActor,
  asked: { order: string; part: string; attemptId: string; reason: string },
): Promise<PartPlan> {
  const { order, part, attemptId } = asked;
  const failed = (problem: string) => ({ part, result: { part, problem } });
  const taken = await findRow(part);
  if (!taken || (taken.id !== order && taken.completes !== order))
    return failed("This payment isn't part of the order. Nothing was done.");
  const known = await findRow(attemptId);
  if (known?.user_id === person.id && known.original_key === taken.transaction_key && known.original_key)
    return { part, result: { part, attempt: toAttempt(known, await stepsOf(known.id)) } };
  const { command, transactionKey: key, amount, problem, original } = await planPart(person, part);
  if (!command || !key || !original) return failed(problem ?? "Nothing is left to undo.");
  const values = followUpForm.parse({ attemptId, key, command, amount, reason: asked.reason });
  const acting = toFollowUp(values, original);
  if (!acting.ok) return failed(acting.message);
  const plan = await planFollowUp(person, values, { followUp: acting.value, original });
  const ahead = {
    ...{ attemptId, command, right: rightFor(command, original), currency: original.currency },
    cents: plan.amountCents ?? 0,
    digest: await digestOfRequest(requestOf(plan)),
    reason: plan.note,
  };
  return { part, toSend: { values, ahead } };
}

/**
 * What of it needs an approval that isn't there, before anything is done; undefined when all of it can be done. A request is sent
 * for each part that needs one.
 */
async function askFor(
  person: PaymentActor,
  plans: readonly PartPlan[],
  approval: ApprovalWay | undefined,
): Promise<UndoResult[] | undefined> {
  const asks = await askAhead(
    person,
    plans.flatMap(({ toSend }) => toSend?.ahead ?? []),
    approval,
  );
  if (asks.length === 0) return undefined;
  const isRequest = typeof approval === "object";
  const results: UndoResult[] = [];
  for (const { part, result, toSend } of plans) {
    const ask = toSend && asks.find(({ attemptId }) => attemptId === toSend.values.attemptId)?.ask;
    if (ask && isRequest) results.push(await undoPart(person, { part, toSend }, approval));
    else results.push(result ?? { part, problem: waits, ...(ask && { ask }) });
  }
  return results;
}

const waits = "It needs approval. Nothing was sent.";

async function undoPart(
  person: PaymentActor,
  { part, result, toSend }: PartPlan,
  approval: ApprovalWay | undefined,
): Promise<UndoResult> {
  if (!toSend) return result ?? { part, problem: waits };
  const way = typeof approval === "object" ? { ...approval, isPart: true as const } : approval;
  const done = await startFollowUp(person, toSend.values, way);
  if (done.ok) return { part, attempt: done.value };
  if (done.problem.kind === "needs-approval") return { part, problem: waits, ask: done.problem.ask };
  const why = done.problem.kind === "refused" ? done.problem.message : "Nothing was done.";
  return { part, problem: why };
}
