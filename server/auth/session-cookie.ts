import "server-only";
import { createHash } from "node:crypto";
import { decode } from "next-auth/jwt";
import { env } from "#server/env.ts";
import { SESSION_LIFE_MS } from "./sessions.ts";

/** Name and attributes of one of our cookies; behind https its prefix makes browsers refuse it from anyone but this host. */
export function cookie(name: "session" | "csrf" | "callback" | "browser" | "drawer") {
  const secure = env().consoleOrigin.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}console.${name}`,
    // Not strict: a link to a transaction in an email would open signed out.
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

export const SESSION_LIFE_SECONDS = SESSION_LIFE_MS / 1000;

/** The session id in a session cookie's value, or null when the value is not one of ours. Does not check whether the session is still valid. */
export async function readSessionId(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const digest = createHash("sha256").update(value).digest("base64");
  const known = sessionIds.get(digest);
  if (known) return known;
  try {
    const token = await decode({ token: value, secret: env().authSecret });
    if (typeof token?.sid !== "string") return null;
    if (sessionIds.size >= MOST_KNOWN) sessionIds.clear();
    sessionIds.set(digest, token.sid);
    return token.sid;
  } catch {
    return null;
  }
}

/** By the digest of the cookie. Decrypting it is half of the cost of checking an action. */
const sessionIds = new Map<string, string>();
const MOST_KNOWN = 1000;
