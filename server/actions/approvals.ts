"use server";

import { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import type { ApprovalRequest } from "#lib/payments/approval-request.ts";
import type { Refusal, Result } from "#lib/result.ts";
import { confirmPassword, originOfRequest } from "#server/auth/confirm-password.ts";
import { Assertion } from "#server/auth/passkeys/responses.ts";
import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import * as decision from "#server/payments/approvals/decide-request.ts";
import { checkPasswordOf } from "#server/payments/approvals/find-signer.ts";
import { cancelRequest } from "#server/payments/approvals/requests.ts";
import { continueApproved } from "#server/payments/follow-up/continue-approved.ts";
import { action } from "./action.ts";
import { noteText, typedPassword } from "./approval-of.ts";

const oneRequest = z.object({ request: z.uuid() });
type OneRequest = z.input<typeof oneRequest>;

const noted = oneRequest.extend({ note: noteText });
const approval = z.union([noted.extend(typedPassword), noted.extend({ passkey: Assertion })]);

/**
 * Approves a request with one's own password, and code, or passkey again. Who may is the request's own question, beside the
 * right to charge.
 */
export async function approveRequest(values: z.input<typeof approval>): Promise<Result<ApprovalRequest>> {
  return action({ right: "charge", input: approval, isRepeatable: true }, async (user, given) =>
    decision.approveRequest(user, given, async () =>
      "passkey" in given
        ? confirmPassword(user, given.passkey)
        : checkPasswordOf(user, given, await originOfRequest(), true),
    ),
  )(values);
}

const refusal = oneRequest.extend({ reason: noteText.refine((text) => text !== "", "Say why.") });

/** Refuses a request with a reason for the one who asked. */
export async function refuseRequest(values: z.input<typeof refusal>): Promise<Result<ApprovalRequest>> {
  return action({ right: "charge", input: refusal, isRepeatable: true }, decision.refuseRequest)(values);
}

/** Cancels one's own request. */
export async function cancelApproval(values: OneRequest): Promise<Result<ApprovalRequest>> {
  return action({ right: "charge", input: oneRequest, isRepeatable: true }, cancelRequest)(values);
}

/** Sends one's own approved action whose page is gone. */
export async function sendApproved(values: OneRequest): Promise<Result<Attempt, Refusal | ChargeStop>> {
  return action({ right: "charge", input: oneRequest }, async (user, given) =>
    continueApproved({ ...user, drawer: await chosenDrawer() }, given),
  )(values);
}
