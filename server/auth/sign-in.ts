import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { SignInProblem } from "#lib/sign-in-problem.ts";
import type { Database } from "#server/db/database.ts";
import { isPostgres } from "#server/db/dialect.ts";
import { MAX_PASSWORD_LENGTH, verifyPassword } from "./password.ts";
import { normalizeEmail } from "./users.ts";

/** Wrong passwords in a row before a pause. */
export const MAX_TRIES = 5;
export const PAUSE_MS = 5 * 60_000;

export type SignInOutcome = { kind: "signedIn"; userId: string } | Exclude<SignInProblem, { kind: "broken" }>;

/**
 * Checks an email and a password. An email nobody has answers alike in every respect, so that the page cannot be used
 * to find out who works here. The try is counted before it is checked: guesses sent at the same time all count.
 */
export async function checkSignIn(
  db: Kysely<Database>,
  credentials: { email: string; password: string },
  now = Date.now(),
): Promise<SignInOutcome> {
  const email = normalizeEmail(credentials.email);
  const tried = await countTry(db, email, now);
  if (tried.kind === "paused") return tried;
  const user = await db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  const password = credentials.password.slice(0, MAX_PASSWORD_LENGTH + 1);
  if ((await verifyPassword(password, user?.password_hash)) && user) {
    await db.deleteFrom("sign_in_failures").where("email_hash", "=", hashOf(email)).execute();
    return { kind: "signedIn", userId: user.id };
  }
  return tried.triesLeft > 0
    ? { kind: "mismatch", triesLeft: tried.triesLeft }
    : { kind: "paused", seconds: PAUSE_MS / 1000 };
}

/** A count this old is forgotten: a slip last week is no sign of a guesser today. */
const FORGOTTEN_MS = 60 * 60_000;

type Tried = { kind: "tried"; triesLeft: number } | { kind: "paused"; seconds: number };

function countTry(db: Kysely<Database>, email: string, now: number): Promise<Tried> {
  const email_hash = hashOf(email);
  return db.transaction().execute(async (trx) => {
    // Emails that do not exist make rows too: nothing old may stay.
    await trx
      .deleteFrom("sign_in_failures")
      .where("failed_at", "<", now - FORGOTTEN_MS)
      .execute();
    await trx
      .insertInto("sign_in_failures")
      .values({ email_hash, failed_count: 0, paused_until: null, failed_at: now })
      .onConflict((conflict) => conflict.column("email_hash").doNothing())
      .execute();
    const row = await trx
      .selectFrom("sign_in_failures")
      .select(["failed_count", "paused_until"])
      .where("email_hash", "=", email_hash)
      .$if(isPostgres(db), (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    if (row.paused_until !== null && row.paused_until > now) {
      return { kind: "paused", seconds: Math.ceil((row.paused_until - now) / 1000) };
    }
    const failed_count = (row.paused_until === null ? row.failed_count : 0) + 1;
    const paused_until = failed_count >= MAX_TRIES ? now + PAUSE_MS : null;
    await trx
      .updateTable("sign_in_failures")
      .set({ failed_count, paused_until, failed_at: now })
      .where("email_hash", "=", email_hash)
      .execute();
    return { kind: "tried", triesLeft: MAX_TRIES - failed_count };
  });
}

const hashOf = (email: string) => createHash("sha256").update(email).digest("hex");
