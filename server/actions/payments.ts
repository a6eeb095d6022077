"use server";

import { headers } from "next/headers";
import { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import { chargeForm } from "#lib/charge/form.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import type { ChargeValues } from "#lib/charge/values.ts";
import { type FollowUpValues, followUpForm } from "#lib/forms/follow-up-form.ts";
import type { Notice } from "#lib/payments/notice.ts";
import type { Refusal, Result } from "#lib/result.ts";
import { monthIn } from "#lib/time.ts";
import { toPublishedAddress } from "#server/auth/sign-in/client-address.ts";
import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { env } from "#server/env.ts";
import { findAttempt } from "#server/payments/attempts/attempts.ts";
import { acknowledge } from "#server/payments/attempts/notices.ts";
import { noteCardData } from "#server/payments/card-data/wipe-memory.ts";
import { type DecisionValues, decide, decisionForm } from "#server/payments/decide.ts";
import { startFollowUp } from "#server/payments/follow-up/start-follow-up.ts";
import { startCharge } from "#server/payments/start-charge.ts";
import { action } from "./action.ts";

/** Takes a payment. The attempt it returns may be answered, refused, unsent or unknown: each is a screen of its own. */
export async function charge(values: ChargeValues): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const input = chargeForm(monthIn(env().gatewayTimeZone, Date.now()));
  try {
    return await action(
      { right: "charge", input, numberFields, didNothing: wasNotRecorded },
      async (user, charge) =>
        startCharge({ ...user, drawer: await chosenDrawer(), address: await browserAddress() }, charge),
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
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  return action(
    { right: "viewTransactions", input: followUpForm, didNothing: wasNotRecorded },
    async (user, acting) => startFollowUp({ ...user, drawer: await chosenDrawer() }, acting),
  )(values);
}

/** A manager's word on an attempt whose answer was lost. */
export async function decideAttempt(values: DecisionValues): Promise<Result<Attempt>> {
  return action({ right: "decideUnknown", input: decisionForm, repeatable: true }, decide)(values);
}

/** Acknowledges a notice. Recorded with the user's name. */
export async function acknowledgeNotice(values: { notice: string }): Promise<Result<Notice>> {
  const input = z.object({ notice: z.string().min(1).max(128) });
  return action({ right: "charge", input, repeatable: true }, acknowledge)(values);
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
