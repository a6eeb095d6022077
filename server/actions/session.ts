"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { paths } from "#lib/paths.ts";
import type { Result } from "#lib/result.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
import { speakLanguage } from "#server/auth/own-language.ts";
import { proof } from "#server/auth/proof.ts";
import { cookie, readSessionId } from "#server/auth/session/session-cookie.ts";
import { revokeSession } from "#server/auth/session/sessions.ts";
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

const proofForm = z.strictObject({ password: proof });

/** The person gives their password or passkey again before a sensitive act, with the limits of a sign-in. */
export async function giveProof(values: z.input<typeof proofForm>): Promise<Result<null>> {
  return action({ right: "signedIn", input: proofForm, isRepeatable: true }, (user, { password }) =>
    confirmPassword(user, password),
  )(values);
}
