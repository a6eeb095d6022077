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
import { cookie, SESSION_LIFE_SECONDS } from "./session-cookie.ts";
import { beginSession, findSession, revokeSession } from "./sessions.ts";
import { KNOWN_BROWSER_MS, newBrowserId, rememberBrowser } from "./sign-in/known-browsers.ts";
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
    providers: [passwordProvider],
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
  authorize: async (given, request) => {
    const credentials = Credential.safeParse(given);
    if (!credentials.success) throw new Error(toProblemCode({ kind: "broken" }));
    const outcome = await begin(credentials.data, toAddress(request.headers));
    if (outcome.kind !== "begun") throw new Error(toProblemCode(outcome));
    // next-auth calls this the user; here it is the new session.
    return { id: outcome.sessionId };
  },
});

/** The client's address, as set by client-address.ts. */
function toAddress(headers: Record<string, unknown> | undefined): string | undefined {
  const address = headers?.["x-forwarded-for"];
  return typeof address === "string" ? address : undefined;
}

/** next-auth sends the message of any error to the browser: only our own codes may be thrown. */
async function begin(
  credentials: z.output<typeof Credential>,
  address: string | undefined,
): Promise<{ kind: "begun"; sessionId: string } | SignInProblem> {
  try {
    const jar = await cookies();
    const { name, options } = cookie("browser");
    const browser = jar.get(name)?.value;
    const outcome = await checkSignIn(db(), { ...credentials, address, browser });
    if (outcome.kind !== "signedIn") return outcome;
    const id = browser ?? newBrowserId();
    await rememberBrowser(db(), id, outcome.userId, Date.now());
    jar.set(name, id, { ...options, maxAge: KNOWN_BROWSER_MS / 1000 });
    return { kind: "begun", sessionId: await beginSession(db(), outcome.userId) };
  } catch (error) {
    log.error({ err: error }, "sign-in failed");
    return { kind: storeTrouble(error) === "full" ? "storeFull" : "broken" };
  }
}

const toToken: NonNullable<NonNullable<NextAuthOptions["callbacks"]>["jwt"]> = ({ token, user }) =>
  // `user` is set at sign-in only.
  user ? { sid: user.id } : { sid: token.sid };

/** What GET /api/auth/session returns. Reading it is not user activity, so the session can go idle. */
const toSession: NonNullable<NonNullable<NextAuthOptions["callbacks"]>["session"]> = async ({
  session,
  token,
}) => {
  const user = typeof token.sid === "string" ? await findSession(db(), token.sid) : null;
  // next-auth answers {} and removes the cookie when this throws.
  if (!user) throw new Error("The session has ended.");
  return { expires: session.expires, user: { name: user.name, email: user.email } };
};
