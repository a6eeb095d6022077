"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { paths } from "#lib/paths.ts";
import { ok, type Result } from "#lib/result.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
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
  redirect(paths.signIn());
}

/** Locks the desk: until the password is given again, this session reads and does nothing, in no tab. */
export async function lockDesk(): Promise<Result<null>> {
  return action({ right: "signedIn", input: z.null(), repeatable: true }, async ({ sessionId }) => {
    await setLock(db(), sessionId, true);
    return ok(null);
  })(null);
}

const unlockForm = z.strictObject({ password: z.string().min(1, "Enter your password.").max(1000) });

/** Unlocks it, after the password of the person who locked it, with the limits of a sign-in. */
export async function unlockDesk(values: z.input<typeof unlockForm>): Promise<Result<null>> {
  return action({ right: "locked", input: unlockForm, repeatable: true }, async (user, { password }) => {
    const confirmed = await confirmPassword(user, password);
    if (confirmed.ok) await setLock(db(), user.sessionId, false);
    return confirmed;
  })(values);
}
