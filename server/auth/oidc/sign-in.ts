import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { paths } from "#lib/paths.ts";
import type { OidcProblem } from "#lib/session/oidc-problem.ts";
import { recordAlone } from "#server/audit/record.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { lockedUser } from "../current-user.ts";
import { findSecondSteps } from "../factors/second-factor.ts";
import { setSessionCookie } from "../session/session-cookie.ts";
import { setLock } from "../session/sessions.ts";
import { askForSecondStep, begin, originOf } from "../sign-in/begin.ts";
import { toReturnPath } from "../sign-in/return-path.ts";
import { consumeState, findLinked, findOidcUser } from "./identities.ts";
import { beginAtProvider, finishAtProvider, type OidcPerson } from "./provider.ts";
import { keepBegun, takeBegun } from "./sign-in-cookie.ts";

const redirectUri = () => `${env().consoleOrigin}${paths.oidcCallback()}`;

/** Where the browser goes to sign in at the provider: back to the sign-in page when the provider can't be reached. */
export async function startOidcSignIn(from: string | undefined): Promise<string> {
  return start(from, {});
}

/** Where the user of a locked workstation goes to unlock it: the provider has to ask them again. */
export async function startOidcUnlock(from: string | undefined): Promise<string> {
  const user = await lockedUser();
  return user ? start(from, { unlocks: { sessionId: user.sessionId, at: Date.now() } }) : paths.signIn(from);
}

async function start(
  from: string | undefined,
  then: Pick<Parameters<typeof keepBegun>[0], "unlocks">,
): Promise<string> {
  const { oidc } = env();
  if (!oidc) return paths.signIn();
  const path = toReturnPath(from);
  try {
    const asksAgain = then.unlocks !== undefined;
    const { url, ...checks } = await beginAtProvider(oidc, redirectUri(), { asksAgain });
    await keepBegun({ ...checks, ...then, ...(path !== undefined && { from: path }) });
    return url.href;
  } catch (error) {
    return failed("unreachable", error, path);
  }
}

/**
 * Begins the session of the user whom the provider has signed in, or asks for the second step where the provider asks for none.
 * Returns where the browser goes. `search` is the provider's answer.
 */
export async function finishOidcSignIn(search: string): Promise<string> {
  const { oidc, consoleOrigin } = env();
  if (!oidc) return paths.signIn();
  const begun = await takeBegun();
  const answer = new URL(`${paths.oidcCallback()}${search}`, consoleOrigin);
  if (!begun || begun.state !== answer.searchParams.get("state")) return failed("expired", "no such state");
  if (!(await consumeState(db(), begun))) return failed("expired", "the state was already used", begun.from);
  if (answer.searchParams.get("error") === "access_denied")
    return failed("canceled", "access_denied", begun.from);
  let person: OidcPerson;
  try {
    person = await finishAtProvider(oidc, answer, begun);
  } catch (error) {
    await recordRefused("The provider's answer is not valid");
    return failed("invalid", error, begun.from);
  }
  if (begun.unlocks) return unlock(person, begun.unlocks, begun.from);
  const found = await findOidcUser(db(), person);
  if (found.kind === "unknown") {
    await recordRefused(found.reason, found.userId);
    return failed("unknown", found.reason, begun.from);
  }
  return signIn(found.userId, begun.from);
}

async function signIn(userId: string, from: string | undefined): Promise<string> {
  const asksSecondStep = env().oidc?.asksSecondStep === true;
  if (!asksSecondStep && (await findSecondSteps(db(), userId))) {
    await askForSecondStep(userId);
    return paths.signInStep(from);
  }
  const origin = await originOf(Object.fromEntries(await headers()));
  // The provider may have answered without asking: that is no password, and opens no locked workstation.
  const isLocked = (await lockedUser()) !== null;
  const more = { hasSecondStep: asksSecondStep, isUnproved: true, isLocked };
  const { sessionId } = await begin(userId, origin, "OpenID Connect", more);
  await setSessionCookie(sessionId);
  return paths.signIn(from);
}

/** Unlocks the session that asked for it, in the browser that holds it, for its own user, whom the provider has asked since. */
async function unlock(
  person: OidcPerson,
  { sessionId, at }: { sessionId: string; at: number },
  from: string | undefined,
): Promise<string> {
  const user = await lockedUser();
  if (user?.sessionId !== sessionId) return failed("expired", "the session is locked no more", from);
  const linked = await findLinked(db(), person);
  if (linked?.id !== user.id) {
    await recordRefused("Someone other than the user of the workstation", user.id);
    return failed("otherPerson", "somebody else than the user of the workstation", from);
  }
  const { authenticatedAt } = person;
  // Who signed in just before the workstation was locked has not been asked since.
  if (authenticatedAt === undefined || authenticatedAt < at - UNLOCK_TOLERANCE_MS) {
    await recordRefused("The provider did not ask again", user.id);
    return failed("notAsked", "auth_time is missing or too old", from);
  }
  await setLock(db(), user, false, Date.now(), true);
  return from === undefined ? paths.unlocked() : paths.signIn(from);
}

/** By how much the provider's clock may be behind. */
const UNLOCK_TOLERANCE_MS = 10_000;

async function recordRefused(reason: string, subject?: string): Promise<void> {
  const { address } = await originOf(Object.fromEntries(await headers()));
  const fields = { ...(address && { address }), reason: `OpenID Connect: ${reason}` };
  await recordAlone(db(), { name: "session.refused", by: "console", subject, fields });
}

/** The sign-in page, with the number under which the log has the reason; the next try still leads to `from`. */
function failed(problem: OidcProblem, reason: unknown, from?: string): string {
  const reference = randomUUID().slice(0, 8);
  // Neither the code nor a token is in an error of the library's own making; its causes may quote an answer.
  const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : undefined;
  log.warn({ reference, problem, reason: text, code }, "a sign-in at the OpenID provider failed");
  return paths.signInFailed(problem, reference, from);
}
