import type { Kysely } from "kysely";
import type { SignInProblem } from "#lib/session/sign-in-problem.ts";
import { type NewAuditEvent, recordAlone } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { normalizeEmail } from "../users.ts";
import { findKnownBrowser } from "./known-browsers.ts";
import { hashPassword, isOutdated, MAX_PASSWORD_LENGTH, verifyPassword } from "./password.ts";
import { type Counted, countTry } from "./sign-in-limits.ts";
import { ServerBusyError } from "./take-turns.ts";

export type SignInOutcome =
  | {
      kind: "signedIn";
      userId: string;
      /** The password alone does not do: a code or passkey of the user's second step has to follow. */
      needsCode: boolean;
    }
  | Extract<SignInProblem, { kind: "mismatch" | "paused" | "busy" }>;

/** Where a try comes from. */
export type TryOrigin = {
  /** Its address; undefined when not known. */
  address?: string | undefined;
  /** The value of the browser's long-lived cookie. */
  browser?: string | undefined;
};

export type SignInTry = TryOrigin & { email: string; password: string };

/**
 * Checks an email and a password. An unknown email gets the same answers in the same time, so that the page does not reveal
 * who has an account. Ten wrong passwords lock the account for half an hour; a browser that the user has used before has a
 * count of its own, so that others can't lock them out there. A wrong password is recorded in the audit log without anything that
 * was typed; a try that was not even looked at is not, so that the log can't be flooded.
 */
export async function checkSignIn(
  db: Kysely<Database>,
  { password, ...attempt }: SignInTry,
  now = Date.now(),
): Promise<SignInOutcome> {
  const email = normalizeEmail(attempt.email);
  const user = await db
    .selectFrom("users")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .select(["users.id", "password_hash", "second_factors.recovery_salt"])
    .where("email", "=", email)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  const counted = await countFrom(db, { ...attempt, email, userId: user?.id }, now);
  if (counted.kind === "paused") return counted;
  const typed = password.slice(0, MAX_PASSWORD_LENGTH + 1);
  const isRight = await verifyPassword(typed, user?.password_hash).catch(async (error: unknown) => {
    await counted.release();
    if (error instanceof ServerBusyError) return undefined;
    throw error;
  });
  if (isRight === undefined) return { kind: "busy" };
  if (!isRight || !user)
    return refuseTry(db, {
      ...counted,
      userId: user?.id,
      address: attempt.address,
      reason: user ? "Wrong password" : "No such user",
    });
  const needsCode = user.recovery_salt !== null;
  // Or a person who knows the password could begin the count again between two guesses at the code.
  await (needsCode ? counted.release() : counted.clear());
  if (isOutdated(user.password_hash)) await rehash(db, user, typed);
  return { kind: "signedIn", userId: user.id, needsCode };
}

/** Counts a try, of a password or a code, for what it comes from: a browser known for this user alone, or the account and the address. */
export async function countFrom(
  db: Kysely<Database>,
  { email, userId, address, browser }: TryOrigin & { email: string; userId: string | undefined },
  now: number,
): Promise<Counted> {
  // Also asked for an unknown user or browser, so that the response time reveals neither.
  const knownBrowser = await findKnownBrowser(db, browser ?? "", userId ?? "", now);
  return countTry(db, { email, address, knownBrowser }, now);
}

type RefusedTry = Pick<Extract<Counted, { kind: "counted" }>, "triesLeft" | "locks"> & {
  userId: string | undefined;
  address: string | undefined;
  reason: string;
};

/** Records a wrong password or code, and the lock that it causes. */
export async function refuseTry(
  db: Kysely<Database>,
  { triesLeft, locks, userId, address, reason }: RefusedTry,
): Promise<Extract<SignInOutcome, { kind: "mismatch" | "paused" }>> {
  const about = { by: "console", subject: userId } as const;
  const from = address ? { address } : {};
  const events: NewAuditEvent[] = [{ name: "session.refused", ...about, fields: { ...from, reason } }];
  if (locks) events.push({ name: "signIn.locked", ...about, fields: { ...from, what: locks.what } });
  await recordAlone(db, ...events);
  return locks ? { kind: "paused", seconds: locks.seconds } : { kind: "mismatch", triesLeft };
}

/** Only while the password is known can its hash be made at today's cost. */
async function rehash(
  db: Kysely<Database>,
  { id, password_hash }: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", id)
    // A password that was changed meanwhile stays.
    .where("password_hash", "=", password_hash)
    .execute();
}
