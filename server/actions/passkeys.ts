"use server";

import { randomBytes } from "node:crypto";
import { cookies, headers } from "next/headers";
import { z } from "zod";
import { ok, type Result, refuse } from "#lib/result.ts";
import { longestPasskeyName } from "#lib/session/passkey.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { beginProof, noPasskeysText } from "#server/auth/passkeys/begin-proof.ts";
import { beginAssertion } from "#server/auth/passkeys/check-passkey.ts";
import * as passkeys from "#server/auth/passkeys/passkeys.ts";
import { beginRegistration, finishRegistration } from "#server/auth/passkeys/register.ts";
import { toRelyingParty } from "#server/auth/passkeys/relying-party.ts";
import { Registration } from "#server/auth/passkeys/responses.ts";
import { proof } from "#server/auth/proof.ts";
import { requireProof } from "#server/auth/require-proof.ts";
import { needsSecondStep } from "#server/auth/roles/access.ts";
import { cookie, goOn, setSessionCookie } from "#server/auth/session/session-cookie.ts";
import { findStepUser } from "#server/auth/sign-in/code-step.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { action, publicAction } from "./action.ts";

type RequestOptions = Awaited<ReturnType<typeof beginAssertion>>;
type CreationOptions = Awaited<ReturnType<typeof beginRegistration>>;

const signInForm = z.strictObject({ isSecondStep: z.boolean() });

/** What a browser needs to sign in with a passkey: any, or as the second step one of the user whose password was right. */
export async function beginPasskeySignIn(values: z.input<typeof signInForm>): Promise<RequestOptions> {
  return publicAction({ input: signInForm }, async ({ isSecondStep }) => {
    const party = toRelyingParty(env());
    if (!party) return refuse(noPasskeysText);
    const jar = await cookies();
    const { name, options } = cookie("passkey");
    const known = jar.get(name)?.value;
    const holder = known ?? randomBytes(32).toString("base64url");
    if (!known) jar.set(name, holder, { ...options, maxAge: 24 * 60 * 60 });
    const step = isSecondStep ? jar.get(cookie("step").name)?.value : undefined;
    const user = step ? await findStepUser(db(), step) : undefined;
    const address = (await headers()).get("x-forwarded-for") ?? undefined;
    return beginAssertion(db(), { party, purpose: "signIn", holder, userId: user?.id, address });
  })(values);
}

/** What a browser needs to give the user's passkey in place of their password. */
export async function beginPasskeyProof(): Promise<RequestOptions> {
  return action({ right: "signedIn", input: z.null(), isRepeatable: true }, beginProof)(null);
}

const approverForm = z.strictObject({ approver: z.string().min(1).max(64) });

/** What a browser needs to have a payment approved at this workstation by the passkey of another user, who stays signed out here. */
export async function beginPasskeyApproval(values: z.input<typeof approverForm>): Promise<RequestOptions> {
  return action(
    { right: "signedIn", input: approverForm, isRepeatable: true },
    async ({ sessionId }, { approver }) => {
      const party = toRelyingParty(env());
      if (!party) return refuse(noPasskeysText);
      return beginAssertion(db(), { party, purpose: "approve", holder: sessionId, userId: approver });
    },
  )(values);
}

const beginForm = z.strictObject({ password: z.string().max(1024).optional() });

/** What a browser needs to make a passkey, after the password where it was last given too long ago. */
export async function beginPasskey(values: z.input<typeof beginForm>): Promise<CreationOptions> {
  return action({ right: "enroll", input: beginForm, isRepeatable: true }, async (user, { password }) => {
    const party = toRelyingParty(env());
    if (!party) return refuse(noPasskeysText);
    const proved = await requireProof(user, password);
    return proved.ok ? beginRegistration(db(), user, { party, sessionId: user.sessionId }) : proved;
  })(values);
}

const passkeyName = z
  .string()
  .trim()
  .min(1, "Give it a name.")
  .max(longestPasskeyName, `At most ${longestPasskeyName} characters.`);
const finishForm = z.strictObject({ name: passkeyName, response: Registration });

/** Keeps the passkey that the browser made. Returns recovery codes, once, where the user had none. */
export async function finishPasskey(
  values: z.input<typeof finishForm>,
): Promise<Result<{ codes: string[] | undefined }>> {
  return action({ right: "enroll", input: finishForm, isRepeatable: true }, async (user, input) => {
    const party = toRelyingParty(env());
    if (!party) return refuse(noPasskeysText);
    const done = await finishRegistration(db(), user, { ...input, party, sessionId: user.sessionId });
    if (!done.ok) return done;
    await setSessionCookie(done.value.sessionId);
    return ok({ codes: done.value.codes });
  })(values);
}

const onePasskey = z.strictObject({ id: z.string().max(1400) });
const renameForm = onePasskey.extend({ name: passkeyName });

export async function renamePasskey(values: z.input<typeof renameForm>): Promise<Result<null>> {
  return action({ right: "signedIn", input: renameForm, isRepeatable: true }, (user, input) =>
    passkeys.renamePasskey(db(), user, input),
  )(values);
}

const removeForm = onePasskey.extend({ password: proof });

/** Removes a passkey. All other sessions of the user end, and this one goes on under a new id. */
export async function removePasskey(values: z.input<typeof removeForm>): Promise<Result<null>> {
  return action({ right: "signedIn", input: removeForm, isRepeatable: true }, async (user, input) => {
    const confirmed = await confirmPassword(user, input.password);
    if (!confirmed.ok) return confirmed;
    const isRequired = needsSecondStep(user.role);
    return goOn(await passkeys.removePasskey(db(), user, { id: input.id, isRequired }));
  })(values);
}
