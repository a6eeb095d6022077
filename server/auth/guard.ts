import "server-only";
import { headers } from "next/headers";
import { may, type Right, rights } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { env } from "#server/env.ts";
import { currentUser } from "./current-user.ts";
import type { SignedInUser } from "./sessions.ts";

/** `signedIn`: no right beyond being signed in. */
export type Need = Right | "signedIn";

export type Entry =
  | { kind: "in"; user: SignedInUser }
  | { kind: "signedOut" | "forbidden"; problem: Refusal };

/** Who sends this request, if they are signed in and have the right. */
export async function enter(need: Need): Promise<Entry> {
  const user = await currentUser();
  if (!user) return { kind: "signedOut", problem: SIGNED_OUT };
  if (need !== "signedIn" && !may(user.role, need))
    return { kind: "forbidden", problem: toForbidden(user, need) };
  return { kind: "in", user };
}

/**
 * For everything that writes: was this request sent by a page of this console? Next lets a missing Origin pass, and a
 * foreign one whose host a forged X-Forwarded-Host repeats.
 */
export async function requireOwnOrigin(): Promise<Result<null>> {
  const { consoleOrigin } = env();
  if ((await headers()).get("origin") === consoleOrigin) return ok(null);
  return refuse(`This was not sent by a page of the console. Open ${consoleOrigin} and try again there.`);
}

const SIGNED_OUT: Refusal = {
  kind: "refused",
  message: "You are signed out. Nothing was done. Sign in again, then repeat this.",
};

function toForbidden(user: SignedInUser, right: Right): Refusal {
  const { label, roles } = rights[right];
  const who = new Intl.ListFormat("en", { type: "disjunction" }).format(roles);
  return {
    kind: "refused",
    message: `Nothing was done: your role (${user.role}) does not include “${label}”. Ask a ${who}.`,
  };
}
