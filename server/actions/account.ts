"use server";

import { cookies } from "next/headers";
import { z } from "zod";
import { ok, type Result } from "#lib/result.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import {
  confirmSecret,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "#server/auth/factors/second-factor.ts";
import { changeOwnPassword } from "#server/auth/own-password.ts";
import { proof } from "#server/auth/proof.ts";
import { requireProof } from "#server/auth/require-proof.ts";
import { needsSecondStep } from "#server/auth/roles/access.ts";
import { cookie, goOn, setSessionCookie } from "#server/auth/session/session-cookie.ts";
import { db } from "#server/db/db.ts";
import { action } from "./action.ts";

const password = z.string().min(1, "Enter your password.").max(1024);

const passwordForm = z.strictObject({
  password,
  newPassword: z.string().min(1, "Enter a new password.").max(1024),
});

/** Changes one's own password. All other sessions of the user end, and this one goes on under a new id. */
export async function changePassword(values: z.input<typeof passwordForm>): Promise<Result<null>> {
  return action({ right: "signedIn", input: passwordForm, isRepeatable: true }, async (user, input) => {
    const confirmed = await confirmPassword(user, input.password);
    if (!confirmed.ok) return confirmed;
    const browser = (await cookies()).get(cookie("browser").name)?.value;
    return goOn(await changeOwnPassword(db(), user, { password: input.newPassword, browser }));
  })(values);
}

const secondStepForm = z.strictObject({
  code: z.string().trim().min(1, "Enter the six digits that your app shows now.").max(20),
  /** Needed when it was last given more than five minutes ago. */
  password: z.string().max(1024).optional(),
});

/** Turns the second step on with a code of the new secret. Returns the recovery codes, once. */
export async function confirmSecondStep(
  values: z.input<typeof secondStepForm>,
): Promise<Result<{ codes: string[] }>> {
  return action({ right: "enroll", input: secondStepForm, isRepeatable: true }, async (user, input) => {
    const proved = await requireProof(user, input.password);
    if (!proved.ok) return proved;
    const confirmed = await confirmSecret(db(), user, input.code.replace(/\s/g, ""));
    if (!confirmed.ok) return confirmed;
    await setSessionCookie(confirmed.value.sessionId);
    return ok({ codes: confirmed.value.codes });
  })(values);
}

const proofForm = z.strictObject({ password: proof });

/** Replaces the recovery codes by ten new ones. */
export async function renewCodes(values: z.input<typeof proofForm>): Promise<Result<{ codes: string[] }>> {
  return action({ right: "signedIn", input: proofForm, isRepeatable: true }, async (user, input) => {
    const confirmed = await confirmPassword(user, input.password);
    return confirmed.ok ? renewRecoveryCodes(db(), user) : confirmed;
  })(values);
}

/** Turns the authenticator app off, unless the role needs a second step and it is the only one. */
export async function turnOffSecondStep(values: z.input<typeof proofForm>): Promise<Result<null>> {
  return action({ right: "signedIn", input: proofForm, isRepeatable: true }, async (user, input) => {
    const confirmed = await confirmPassword(user, input.password);
    if (!confirmed.ok) return confirmed;
    const isRequired = needsSecondStep(user.role);
    return goOn(await turnOffSecondFactor(db(), user, { isRequired }));
  })(values);
}
