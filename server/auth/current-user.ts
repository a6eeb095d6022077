import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { needsSecondStep } from "./roles/access.ts";
import { cookie, readSessionId } from "./session/session-cookie.ts";
import { findLockedSession, findSession, type SignedInUser } from "./session/sessions.ts";

/** The user who sent this request, or null. Reading the session does not extend it. */
export async function currentUser(): Promise<SignedInUser | null> {
  const user = await userOfSession();
  return user && !mustEnroll(user) ? user : null;
}

/** The user whose role needs a second step that they have not set up. All that they may do is to set it up. */
export async function enrollingUser(): Promise<SignedInUser | null> {
  const user = await userOfSession();
  return user && mustEnroll(user) ? user : null;
}

/** The user whose locked session sent this request. All that it may do is to be unlocked. */
export const lockedUser: () => Promise<SignedInUser | null> = cache(async () => {
  const sessionId = await sessionIdOfCookie();
  return sessionId ? findLockedSession(db(), sessionId, Date.now(), idleLockMs()) : null;
});

/** A session locks when its user has done nothing for this long; 0: never. */
export const idleLockMs = () => env().workstationLockMinutes * 60_000;

/** Whether the user's role needs a second step that they have not set up. */
export const mustEnroll = ({ role, hasSecondFactor }: SignedInUser) =>
  !hasSecondFactor && needsSecondStep(role);

const userOfSession: () => Promise<SignedInUser | null> = cache(async () => {
  const sessionId = await sessionIdOfCookie();
  return sessionId ? findSession(db(), sessionId, Date.now(), idleLockMs()) : null;
});

async function sessionIdOfCookie(): Promise<string | null> {
  const store = await cookies();
  return readSessionId(store.get(cookie("session").name)?.value);
}
