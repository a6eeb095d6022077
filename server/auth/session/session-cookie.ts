import "server-only";
import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import { decode, encode, type JWT } from "next-auth/jwt";
import { ok, type Result } from "#lib/result.ts";
import { env } from "#server/env.ts";
import { cookieName } from "./cookie-name.ts";
import { SESSION_LIFE_MS } from "./sessions.ts";

/** Name and attributes of one of our cookies; behind https its prefix makes browsers refuse it from anyone but this host. */
export function cookie(
  name: "session" | "csrf" | "callback" | "browser" | "drawer" | "step" | "passkey" | "oidc",
) {
  const secure = env().consoleOrigin.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}console.${cookieName(name)}`,
    // Not strict: a link to a transaction in an email would open signed out.
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

export const SESSION_LIFE_SECONDS = SESSION_LIFE_MS / 1000;

/** Puts another session into the browser, as a sign-in does: after a change that ends the one it had. */
export async function setSessionCookie(sessionId: string): Promise<void> {
  const { name, options } = cookie("session");
  const token = { sid: sessionId };
  const value = await encode({ token, secret: env().authSecret, maxAge: SESSION_LIFE_SECONDS });
  (await cookies()).set(name, value, { ...options, maxAge: SESSION_LIFE_SECONDS });
}

/** The browser goes on in the session that replaced its own. */
export async function goOn(changed: Result<{ sessionId: string }>): Promise<Result<null>> {
  if (!changed.ok) return changed;
  await setSessionCookie(changed.value.sessionId);
  return ok(null);
}

/** The session id in a session cookie's value, or null when the value is not one of ours. Does not check whether the session is still valid. */
export async function readSessionId(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const digest = createHash("sha256").update(value).digest("base64");
  const known = sessionIds.get(digest);
  if (known) return known;
  const token = await decodeCookie(value);
  if (typeof token?.sid !== "string") return null;
  if (sessionIds.size >= MAX_KNOWN) sessionIds.clear();
  sessionIds.set(digest, token.sid);
  return token.sid;
}

/** What a session cookie holds, under either secret; null for any other text. */
export async function decodeCookie(value: string | undefined): Promise<JWT | null> {
  const { authSecret, oldAuthSecret } = env();
  for (const secret of [authSecret, oldAuthSecret]) {
    if (!secret || !value) continue;
    const token = await decode({ token: value, secret }).catch(() => null);
    if (token) return token;
  }
  return null;
}

/** By the digest of the cookie. Decrypting it is half of the cost of checking an action. */
const sessionIds = new Map<string, string>();
const MAX_KNOWN = 1000;
