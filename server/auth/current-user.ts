import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { db } from "#server/db/db.ts";
import { cookie, readSessionId } from "./session-cookie.ts";
import { findSession, type SignedInUser } from "./sessions.ts";

/** The user who sent this request, or null. Reading the session does not extend it. */
export const currentUser: () => Promise<SignedInUser | null> = cache(async () => {
  const store = await cookies();
  const sessionId = await readSessionId(store.get(cookie("session").name)?.value);
  return sessionId ? findSession(db(), sessionId) : null;
});
