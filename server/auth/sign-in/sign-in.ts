import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { SignInProblem } from "#lib/session/sign-in-problem.ts";
import type { Database } from "#server/db/database.ts";
import { normalizeEmail } from "../users.ts";
import { countKnownTry } from "./known-browsers.ts";
import { MAX_PASSWORD_LENGTH, verifyPassword } from "./password.ts";
import { countTry } from "./sign-in-limits.ts";

export type SignInOutcome =
  | { kind: "signedIn"; userId: string }
  | Extract<SignInProblem, { kind: "mismatch" | "paused" }>;

export type SignInTry = {
  email: string;
  password: string;
  /** Its address; undefined when not known. */
  address?: string | undefined;
  /** The value of the browser's long-lived cookie. */
  browser?: string | undefined;
};

/**
 * Checks an email and a password. An unknown email gets the same answers in the same time, so that the page does not reveal
 * who has an account. In a browser that the user has used before, the right password is never refused, but after wrong ones
 * there it takes longer. In any other, wrong passwords slow down the account and the address.
 */
export async function checkSignIn(
  db: Kysely<Database>,
  { password, address, browser, ...given }: SignInTry,
  now = Date.now(),
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<SignInOutcome> {
  const email = normalizeEmail(given.email);
  const user = await db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  const isRight = async () =>
    await verifyPassword(password.slice(0, MAX_PASSWORD_LENGTH + 1), user?.password_hash);

  const known = await countKnownTry(db, { browser, userId: user?.id }, now);
  if (known?.kind === "late") return { kind: "paused", seconds: known.seconds };
  if (known) {
    if (known.waitMs > 0) await pause(known.waitMs);
    return user && (await isRight())
      ? { kind: "signedIn", userId: user.id }
      : { kind: "mismatch", triesLeft: Math.max(1, known.triesLeft) };
  }

  const counted = await countTry(db, { email, address }, now);
  if (counted.kind === "paused") return counted;
  if ((await isRight()) && user) {
    await counted.undo();
    return { kind: "signedIn", userId: user.id };
  }
  return counted.waitMs > 0
    ? { kind: "paused", seconds: counted.waitMs / 1000 }
    : { kind: "mismatch", triesLeft: counted.triesLeft };
}
