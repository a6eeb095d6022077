"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { paths } from "#lib/paths.ts";
import { ok, type Result } from "#lib/result.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
import { speakLanguage } from "#server/auth/own-language.ts";
import { proof } from "#server/auth/proof.ts";
import { cookie, readSessionId } from "#server/auth/session-cookie.ts";
import { revokeSession, setLock } from "#server/auth/sessions.ts";
import { db } from "#server/db/db.ts";
import { action } from "./action.ts";

/** Ends the session at once, wherever its cookie was copied to, and leads to the sign-in. */
export async function signOut(): Promise<void> {
  if (!(await requireOwnOrigin()).ok) return;
  const store = await cookies();
  const { name, options } = cookie("session");
  const sessionId = await readSessionId(store.get(name)?.value);
  if (sessionId) await revokeSession(db(), sessionId);
  store.set(name, "", { ...options, maxAge: 0 });
  await speakLanguage(undefined);
  redirect(paths.signIn());
}

/** Locks the desk: until the password is given again, this session reads and does nothing, in no tab. */
export async function lockDesk(): Promise<Result<null>> {
  return action({ right: "signedIn", input: z.null(), repeatable: true }, async (user) => {
    await setLock(db(), user, true);
    return ok(null);
  })(null);
}

const proofForm = z.strictObject({ password: proof });

/** Unlocks it, after the password or passkey of the person who locked it, with the limits of a sign-in. */
export async function unlockDesk(values: z.input<typeof proofForm>): Promise<Result<null>> {
  return action({ right: "locked", input: proofForm, repeatable: true }, async (user, { password }) => {
    const confirmed = await confirmPassword(user, password);
    if (confirmed.ok) await setLock(db(), user, false);
    return confirmed;
  })(values);
}

/** The person gives their password or passkey again before a sensitive act, with the limits of a sign-in. */
export async function giveProof(values: z.input<typeof proofForm>): Promise<Result<null>> {
  return action({ right: "signedIn", input: proofForm, repeatable: true }, (user, { password }) =>
    confirmPassword(user, password),
  )(values);
}
