import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { db } from "#server/db/db.ts";
import { cookie, readSessionId } from "./session-cookie.ts";
import { findLockedSession, findSession, type SignedInUser } from "./sessions.ts";

/** The user who sent this request, or null. Reading the session does not extend it. */
export const currentUser: () => Promise<SignedInUser | null> = cache(async () => {
  const sessionId = await sessionIdOfCookie();
  return sessionId ? findSession(db(), sessionId) : null;
});

/** The user whose locked session sent this request. All that it may do is to be unlocked. */
export const lockedUser: () => Promise<SignedInUser | null> = cache(async () => {
  const sessionId = await sessionIdOfCookie();
  return sessionId ? findLockedSession(db(), sessionId) : null;
});

async function sessionIdOfCookie(): Promise<string | null> {
  const store = await cookies();
  return readSessionId(store.get(cookie("session").name)?.value);
}
