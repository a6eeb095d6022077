"use server";

import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge-stop.ts";
import { type ChargeValues, chargeForm } from "#lib/forms/charge.ts";
import { type FollowUpValues, followUpForm } from "#lib/forms/follow-up.ts";
import { monthIn } from "#lib/merchant-time.ts";
import type { Refusal, Result } from "#lib/result.ts";
import { env } from "#server/env.ts";
import { type DecisionValues, decide, decisionForm } from "#server/journal/decide.ts";
import { startCharge, startFollowUp } from "#server/journal/start.ts";
import { noteCardData } from "#server/journal/wipe-memory.ts";
import { action } from "./action.ts";

/** Takes a payment. The attempt it returns may be answered, refused, unsent or unknown: each is a screen of its own. */
export async function charge(values: ChargeValues): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const input = chargeForm(monthIn(env().gatewayTimeZone, Date.now()));
  try {
    return await action({ right: "charge", input }, startCharge)(values);
  } finally {
    noteCardData();
  }
}

/** Acts on a transaction: void, refund, capture and the rest of `followUps`. The right is the command's own. */
export async function actOnTransaction(values: FollowUpValues): Promise<Result<Attempt>> {
  return action({ right: "viewTransactions", input: followUpForm }, startFollowUp)(values);
}

/** A manager's word on an attempt whose answer was lost. */
export async function decideAttempt(values: DecisionValues): Promise<Result<Attempt>> {
  return action({ right: "decideUnknown", input: decisionForm, repeatable: true }, decide)(values);
}
