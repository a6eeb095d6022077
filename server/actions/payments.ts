"use server";

import { headers } from "next/headers";
import { z } from "zod";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import type { ChargeValues } from "#lib/charge/fields/values.ts";
import { chargeForm } from "#lib/charge/form.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { type FollowUpValues, followUpForm } from "#lib/forms/follow-up-form.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import type { Notice } from "#lib/payments/notice.ts";
import type { UndoOutcome } from "#lib/payments/order.ts";
import type { Refusal, Result } from "#lib/result.ts";
import { monthIn } from "#lib/time.ts";
import { toPublishedAddress } from "#server/auth/sign-in/client-address.ts";
import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { env } from "#server/env.ts";
import { findAttempt } from "#server/payments/attempts/attempts.ts";
import { acknowledge } from "#server/payments/attempts/notices.ts";
import { noteCardData } from "#server/payments/card-data/wipe-memory.ts";
import { type DecisionValues, decide, decisionForm } from "#server/payments/decide.ts";
import { stopDelayedRefund } from "#server/payments/delayed-refunds.ts";
import { startFollowUp } from "#server/payments/follow-up/start-follow-up.ts";
import { leaveShort } from "#server/payments/orders/leave-short.ts";
import { undoForm, undoOrder } from "#server/payments/orders/undo.ts";
import { startCharge } from "#server/payments/start-charge.ts";
import { action } from "./action.ts";
import { approvalOf } from "./approval-of.ts";

/**
 * Takes a payment, above the person's limit with the signature of somebody who approves it. The attempt it returns may be answered, refused, unsent or unknown: each is a screen of its own.
 */
export async function charge(
  values: ChargeValues,
  approval?: ApprovalGiven,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const input = chargeForm(monthIn(env().gatewayTimeZone, Date.now()), env().customFields);
  try {
    return await action(
      { right: "charge", input, numberFields, hasDoneNothing: wasNotRecorded },
      async (user, charge) =>
        startCharge(
          { ...user, drawer: await chosenDrawer(), address: await browserAddress() },
          charge,
          await approvalOf(approval, user),
        ),
    )(values);
  } finally {
    noteCardData();
  }
}

/**
 * Acts on a transaction: void, refund, capture and the rest of `followUpForms`. The right is the command's own. Takes money
 * only after the duplicate question.
 */
export async function actOnTransaction(
  values: FollowUpValues,
  approval?: ApprovalGiven,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  return action(
    { right: "viewTransactions", input: followUpForm, hasDoneNothing: wasNotRecorded },
    async (user, acting) =>
      startFollowUp({ ...user, drawer: await chosenDrawer() }, acting, await approvalOf(approval, user)),
  )(values);
}

/** Takes back every part of an order. Each part has its own right, and its own outcome in the answer. */
export async function undoOrderParts(
  values: z.input<typeof undoForm>,
  approval?: ApprovalGiven,
): Promise<Result<UndoOutcome>> {
  return action({ right: "charge", input: undoForm }, async (user, input) =>
    undoOrder({ ...user, drawer: await chosenDrawer() }, input, await approvalOf(approval, user)),
  )(values);
}

/** Keeps what was paid of an order and collects no more. Recorded with the user's name. */
export async function leaveOrderShort(values: { order: string }): Promise<Result<OrderBalance>> {
  const input = z.object({ order: attemptId });
  return action({ right: "charge", input, isRepeatable: true }, leaveShort)(values);
}

/** Stops a refund that waits to be sent. */
export async function stopWaitingRefund(values: { attempt: string }): Promise<Result<Attempt>> {
  const input = z.object({ attempt: attemptId });
  return action({ right: "recall", input, isRepeatable: true }, stopDelayedRefund)(values);
}

/** A manager's word on an attempt whose answer was lost. */
export async function decideAttempt(values: DecisionValues): Promise<Result<Attempt>> {
  return action({ right: "decideUnknown", input: decisionForm, isRepeatable: true }, decide)(values);
}

/** Acknowledges a notice. Recorded with the user's name. */
export async function acknowledgeNotice(values: { notice: string }): Promise<Result<Notice>> {
  const input = z.object({ notice: z.string().min(1).max(128) });
  return action({ right: "charge", input, isRepeatable: true }, acknowledge)(values);
}

/** For the gateway's fraud checks. */
async function browserAddress(): Promise<string | undefined> {
  return toPublishedAddress((await headers()).get("x-forwarded-for"));
}

const numberFields = /^(?:card\.number|check\.(?:routing|account))$/;

/** A command is recorded before it is sent: one without an attempt was never sent. */
async function wasNotRecorded({ attemptId }: { attemptId: string }): Promise<boolean> {
  return (await findAttempt(attemptId)) === undefined;
}
