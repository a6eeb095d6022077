import "server-only";
import { cookies, headers } from "next/headers";
import { ok, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { cookie } from "./session-cookie.ts";
import type { SignedInUser } from "./sessions.ts";
import { rememberBrowser } from "./sign-in/known-browsers.ts";
import { checkSignIn } from "./sign-in/sign-in.ts";

/** Asks the signed-in person for their password again, with the limits of a sign-in. */
export async function confirmPassword(user: SignedInUser, password: string): Promise<Result<null>> {
  const browser = (await cookies()).get(cookie("browser").name)?.value;
  const address = (await headers()).get("x-forwarded-for") ?? undefined;
  const outcome = await checkSignIn(db(), { email: user.email, password, address, browser });
  if (outcome.kind === "paused")
    return refuse(`Too many wrong passwords. Try again in ${Math.ceil(outcome.seconds)} seconds.`, {
      password: "Wait before you try again.",
    });
  if (outcome.kind !== "signedIn" || outcome.userId !== user.id)
    return refuse("This is not your password.", { password: "This is not your password." });
  // A right password clears the wrong ones before it.
  if (browser) await rememberBrowser(db(), browser, user.id, Date.now());
  return ok(null);
}
