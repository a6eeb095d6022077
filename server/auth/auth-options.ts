import "server-only";
import { cookies } from "next/headers";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { paths } from "#lib/paths.ts";
import { type SignInProblem, toProblemCode } from "#lib/session/sign-in-problem.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { storeTrouble } from "#server/sql/store-trouble.ts";
import { idleLockMs } from "./current-user.ts";
import { checkPasskey } from "./passkeys/check-passkey.ts";
import { toRelyingParty } from "./passkeys/relying-party.ts";
import { Assertion } from "./passkeys/responses.ts";
import { cookie, decodeCookie, SESSION_LIFE_SECONDS } from "./session/session-cookie.ts";
import { findSession, revokeSession } from "./session/sessions.ts";
import { askForSecondStep, type Begun, begin, originOf } from "./sign-in/begin.ts";
import { checkCode } from "./sign-in/code-step.ts";
import { checkSignIn } from "./sign-in/sign-in.ts";

/**
 * next-auth with email and password. Its token holds the id of a session row and nothing else: the row holds whose session
 * it is and whether it is still valid.
 */
export function authOptions(): NextAuthOptions {
  // next-auth has no other source for its own address, and a forged Host header must not set it.
  process.env.NEXTAUTH_URL = env().consoleOrigin;
  return {
    secret: env().authSecret,
    providers: [passwordProvider, codeProvider, passkeyProvider],
    jwt: { decode: ({ token }) => decodeCookie(token) },
    session: { strategy: "jwt", maxAge: SESSION_LIFE_SECONDS },
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    cookies: { sessionToken: cookie("session"), csrfToken: cookie("csrf"), callbackUrl: cookie("callback") },
    callbacks: { jwt: toToken, session: toSession },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === "string") await revokeSession(db(), token.sid);
      },
    },
    logger: {
      error: (code) => {
        // An expired session is not an error.
        if (code !== "JWT_SESSION_ERROR") log.error({ code }, "next-auth");
      },
      warn: (code) => log.warn({ code }, "next-auth"),
      debug: () => {},
    },
  };
}

// The browser rejects a card number with a reason. Here not even its hash is stored.
const Credential = z.object({
  email: z
    .string()
    .max(320)
    .refine(...noCardNumber),
  password: z.string(),
});

const passwordProvider = Credentials({
  credentials: { email: { label: "Email" }, password: { label: "Password" } },
  authorize: (given, request) =>
    orProblem(async () => {
      const credentials = Credential.safeParse(given);
      if (!credentials.success) return { kind: "broken" };
      const origin = await originOf(request.headers);
      const outcome = await checkSignIn(db(), { ...credentials.data, ...origin });
      if (outcome.kind !== "signedIn") return outcome;
      return outcome.needsCode
        ? { kind: "code", ...(await askForSecondStep(outcome.userId)) }
        : begin(outcome.userId, origin, "Password");
    }),
});

/** The second step of a sign-in; the first left a cookie. */
const codeProvider = Credentials({
  id: "code",
  credentials: { code: { label: "Code" } },
  authorize: (given, request) =>
    orProblem(async () => {
      const code = z.string().max(100).safeParse(given?.code);
      if (!code.success) return { kind: "broken" };
      const origin = await originOf(request.headers);
      const step = (await cookies()).get(cookie("step").name)?.value;
      if (!step) return { kind: "expired" };
      const outcome = await checkCode(db(), { ...origin, step, code: code.data });
      return outcome.kind === "signedIn" ? begin(outcome.userId, origin, "Password and code") : outcome;
    }),
});

/** A passkey alone, or as the second step after a password. */
const passkeyProvider = Credentials({
  id: "passkey",
  credentials: { response: { label: "Response" } },
  authorize: (given, request) =>
    orProblem(async () => {
      const response = readAssertion(given?.response);
      const party = toRelyingParty(env());
      if (!response || !party) return { kind: "broken" };
      const holder = (await cookies()).get(cookie("passkey").name)?.value;
      if (!holder) return { kind: "expired" };
      const origin = await originOf(request.headers);
      const outcome = await checkPasskey(db(), { ...origin, response, party, purpose: "signIn", holder });
      return outcome.kind === "signedIn" ? begin(outcome.userId, origin, "Passkey") : outcome;
    }),
});

function readAssertion(text: unknown): Assertion | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return Assertion.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** next-auth calls what a provider returns the user; here it is the new session. Only our own codes may be thrown: the browser gets them. */
async function orProblem(attempt: () => Promise<Begun | SignInProblem>): Promise<{ id: string }> {
  const outcome = await attempt().catch((error: unknown): SignInProblem => {
    log.error({ err: error }, "sign-in failed");
    return { kind: storeTrouble(error) === "full" ? "storeFull" : "broken" };
  });
  if (outcome.kind !== "begun") throw new Error(toProblemCode(outcome));
  return { id: outcome.sessionId };
}

const toToken: NonNullable<NonNullable<NextAuthOptions["callbacks"]>["jwt"]> = ({ token, user }) =>
  // `user` is set at sign-in only.
  user ? { sid: user.id } : { sid: token.sid };

/** What GET /api/auth/session returns. Reading it is not user activity, so the session can go idle. */
const toSession: NonNullable<NonNullable<NextAuthOptions["callbacks"]>["session"]> = async ({
  session,
  token,
}) => {
  const user =
    typeof token.sid === "string" ? await findSession(db(), token.sid, Date.now(), idleLockMs()) : null;
  // next-auth answers {} and removes the cookie when this throws.
  if (!user) throw new Error("The session has ended.");
  return { expires: session.expires, user: { name: user.name, email: user.email } };
};
