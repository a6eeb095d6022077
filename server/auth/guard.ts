import "server-only";
import { headers } from "next/headers";
import { may, type Right, rights } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { PAGE_USER_HEADER } from "#lib/session/page-user.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { noteReached } from "#server/http/request-id.ts";
import { currentUser, enrollingUser, lockedUser } from "./current-user.ts";
import { foreignOriginProblem } from "./foreign-origin.ts";
import { recordRefusedAccess } from "./refused-access.ts";
import { rightProblem } from "./roles/right-problem.ts";
import type { SignedInUser } from "./session/sessions.ts";

/**
 * `signedIn`: no right beyond being signed in. `locked`: a session that is locked. `enroll`: also somebody who has to set up
 * a second step first.
 */
export type Need = Right | "signedIn" | "locked" | "enroll";

export type Entry =
  | { kind: "in"; user: SignedInUser }
  | { kind: "signedOut" | "otherUser" | "forbidden"; problem: Refusal };

/**
 * The user who sent this request, if they are signed in, have the right, and the page that sent it was rendered for them.
 * `fromPage`: the request must name its page's user, as all writes do. Otherwise a request that names none, such as a
 * download link, is accepted.
 */
export async function enter(need: Need, { fromPage = false } = {}): Promise<Entry> {
  const user = await userFor(need);
  if (!user) return { kind: "signedOut", problem: await signedOutProblem(need) };
  const pageUser = (await headers()).get(PAGE_USER_HEADER);
  if (pageUser ? pageUser !== user.id : fromPage)
    return { kind: "otherUser", problem: await toOtherUser(user, pageUser) };
  if (need === "managePeople" && env().account !== undefined)
    return {
      kind: "forbidden",
      problem: { kind: "refused", message: "People are managed in the main account." },
    };
  if (isRight(need) && !may(user.role, need)) {
    await recordRefusedAccess(user, need);
    return { kind: "forbidden", problem: { kind: "refused", message: rightProblem(user.role, need) } };
  }
  return { kind: "in", user };
}

async function userFor(need: Need): Promise<SignedInUser | null> {
  if (need === "locked") return lockedUser();
  return (await currentUser()) ?? (need === "enroll" ? await enrollingUser() : null);
}

async function signedOutProblem(need: Need): Promise<Refusal> {
  if (await enrollingUser()) return ENROLL_FIRST;
  return need !== "locked" && (await lockedUser()) ? LOCKED : SIGNED_OUT;
}

const isRight = (need: Need): need is Right => Object.hasOwn(rights, need);

/**
 * For all writes: whether a page of this console sent the request. Next accepts a missing Origin, and a foreign one that
 * matches a forged X-Forwarded-Host.
 */
export async function requireOwnOrigin(): Promise<Result<null>> {
  noteReached();
  const { consoleOrigin } = env();
  if ((await headers()).get("origin") === consoleOrigin) return ok(null);
  return refuse(foreignOriginProblem(consoleOrigin));
}

export const SIGNED_OUT: Refusal = {
  kind: "refused",
  message: "You are signed out. Nothing was done. Sign in again, then repeat this.",
};

const ENROLL_FIRST: Refusal = {
  kind: "refused",
  message: "Nothing was done. Your role needs a second step: load the page again to set it up.",
};

const LOCKED: Refusal = {
  kind: "refused",
  message: "This workstation is locked. Nothing was done. Unlock it, then repeat this.",
};

async function toOtherUser(user: SignedInUser, pageUser: string | null): Promise<Refusal> {
  const opener = await db()
    .selectFrom("users")
    .select("name")
    .where("id", "=", pageUser ?? "")
    .executeTakeFirst();
  const opened = `This page was opened by ${opener?.name ?? "someone else"}.`;
  return {
    kind: "refused",
    message: `${opened} You are now signed in as ${user.name}. Nothing was done. Reload to continue.`,
  };
}

/** The status of a refused request. 409: the session is fine, the page is someone else's. */
export const entryStatus = { signedOut: 401, otherUser: 409, forbidden: 403 } as const;
