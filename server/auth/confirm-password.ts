import "server-only";
import { cookies, headers } from "next/headers";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { PasskeyAnswer, Proof } from "#lib/session/passkey.ts";
import { formatWait } from "#lib/session/sign-in-problem.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { isLinked } from "./oidc/identities.ts";
import { checkPasskey, type PasskeyOutcome } from "./passkeys/check-passkey.ts";
import { toRelyingParty } from "./passkeys/relying-party.ts";
import { cookie } from "./session/session-cookie.ts";
import { noteProof, type SignedInUser } from "./session/sessions.ts";
import { rememberBrowser } from "./sign-in/known-browsers.ts";
import { checkSignIn, type TryOrigin } from "./sign-in/sign-in.ts";

/** Asks the signed-in person for their password or passkey again, with the limits of a sign-in. */
export async function confirmPassword(user: SignedInUser, proof: Proof): Promise<Result<null>> {
  const origin = await originOfRequest();
  const isPassword = typeof proof === "string";
  const outcome = isPassword
    ? await checkSignIn(db(), { email: user.email, password: proof, ...origin })
    : await confirmPasskey(user, proof, origin);
  if (outcome.kind === "busy")
    return refuse("Too many sign-ins at the same time. Try again in a few seconds.");
  if (outcome.kind === "paused")
    return refuse(`Too many wrong passwords. Try again in ${formatWait(outcome.seconds)}.`, {
      password: "Wait before you try again.",
    });
  if (outcome.kind !== "signedIn" || outcome.userId !== user.id)
    return isPassword
      ? refuse(await explained("This is not your password.", user), {
          password: "This is not your password.",
        })
      : refuse("This passkey didn't work. Try again, or enter your password.");
  await noteProof(db(), user.sessionId);
  if (origin.browser) await rememberBrowser(db(), origin.browser, user.id, Date.now());
  return ok(null);
}

/** What is asked of somebody who signs in at the OpenID provider, and may have no password here. */
export async function explained(problem: string, { id }: Pick<SignedInUser, "id">): Promise<string> {
  const { oidc } = env();
  if (!oidc) return problem;
  if (!(await isLinked(db(), id))) return problem;
  const what = `This asks for the password of this console, not the one of ${oidc.label}.`;
  return `${problem} ${what} ${withoutPassword}`;
}

const withoutPassword =
  "A passkey of this console works too. Without either, ask your administrator to set a password for you.";

/** Where a proof in this request comes from, as a sign-in counts it. */
export const originOfRequest = async (): Promise<TryOrigin> => ({
  address: (await headers()).get("x-forwarded-for") ?? undefined,
  browser: (await cookies()).get(cookie("browser").name)?.value,
});

async function confirmPasskey(
  { sessionId }: SignedInUser,
  response: PasskeyAnswer,
  origin: TryOrigin,
): Promise<PasskeyOutcome> {
  const party = toRelyingParty(env());
  if (!party) return { kind: "expired" };
  return checkPasskey(db(), { ...origin, response, party, purpose: "proof", holder: sessionId });
}
