"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
import { cookie, readSessionId } from "#server/auth/session-cookie.ts";
import { revokeSession } from "#server/auth/sessions.ts";
import { db } from "#server/db/db.ts";

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
