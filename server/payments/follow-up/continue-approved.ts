import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { followUpForm } from "#lib/forms/follow-up-form.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { findRequest } from "../approvals/request-rows.ts";
import { findAttempt } from "../attempts/attempts.ts";
import { startFollowUp } from "./start-follow-up.ts";

/**
 * Sends an approved action whose page is gone, for the person who asked for it. It is the same attempt: sent from its own page at
 * the same moment, it is still one.
 */
export async function continueApproved(
  person: PaymentActor,
  { request: id }: { request: string },
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const row = await findRequest(id);
  if (!row || row.asked_by !== person.id) return refuse("You have no such request.");
  const sent = row.state === "sent" ? await findAttempt(row.attempt_id) : undefined;
  if (sent) return ok(sent);
  if (row.state !== "approved") return refuse("This request is no longer approved. Nothing was sent.");
  if (row.form === null) return refuse("Only the page that asked for it can send it. Nothing was sent.");
  return await startFollowUp(person, followUpForm.parse(JSON.parse(row.form)));
}
