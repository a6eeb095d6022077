import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { SignInProblem } from "#lib/session/sign-in-problem.ts";
import type { Database } from "#server/db/database.ts";
import { sha256Hex } from "#server/sha256.ts";
import { consumeCode } from "../factors/second-factor.ts";
import { countFrom, refuseTry, type TryOrigin } from "./sign-in.ts";
import { ServerBusyError } from "./take-turns.ts";

/** So long the page waits for a code before the password is asked for again. */
export const CODE_STEP_MS = 10 * 60_000;

/** After a right password: what a cookie holds until the code comes. */
export async function beginCodeStep(db: Kysely<Database>, userId: string, now = Date.now()): Promise<string> {
  const step = randomBytes(32).toString("base64url");
  await db.deleteFrom("sign_in_steps").where("expires_at", "<=", now).execute();
  await db
    .insertInto("sign_in_steps")
    .values({ id: sha256Hex(step), user_id: userId, expires_at: now + CODE_STEP_MS })
    .execute();
  return step;
}

export type CodeOutcome =
  | { kind: "signedIn"; userId: string }
  | Extract<SignInProblem, { kind: "mismatch" | "paused" | "busy" | "expired" }>;

/** Checks the code that follows a password. Wrong codes count as wrong passwords do, and lock the same. */
export async function checkCode(
  db: Kysely<Database>,
  { step, code, ...origin }: TryOrigin & { step: string; code: string },
  now = Date.now(),
): Promise<CodeOutcome> {
  const user = await findStepUser(db, step, now);
  if (!user) return { kind: "expired" };
  const outcome = await checkCodeOf(db, user, { ...origin, code }, now);
  if (outcome.kind !== "right") return outcome;
  // A step begins one session, and none if the password was changed meanwhile.
  const ended = await db.deleteFrom("sign_in_steps").where("id", "=", sha256Hex(step)).executeTakeFirst();
  if (ended.numDeletedRows === 0n) return { kind: "expired" };
  await outcome.clear();
  return { kind: "signedIn", userId: user.id };
}

/** Whose password was right in the browser that holds this step. */
export const findStepUser = (db: Kysely<Database>, step: string, now = Date.now()) =>
  db
    .selectFrom("sign_in_steps")
    .innerJoin("users", "users.id", "sign_in_steps.user_id")
    .select(["users.id", "users.email"])
    .where("sign_in_steps.id", "=", sha256Hex(step))
    .where("sign_in_steps.expires_at", ">", now)
    .where("users.disabled", "=", 0)
    .executeTakeFirst();

/** Checks a code of this user, whose password was right. `clear` forgets the wrong ones, once nothing more is asked. */
export async function checkCodeOf(
  db: Kysely<Database>,
  { id, email }: { id: string; email: string },
  { code, ...origin }: TryOrigin & { code: string },
  now = Date.now(),
): Promise<
  { kind: "right"; clear: () => Promise<void> } | Exclude<CodeOutcome, { kind: "signedIn" | "expired" }>
> {
  const counted = await countFrom(db, { ...origin, email, userId: id }, now);
  if (counted.kind === "paused") return counted;
  const isRight = await consumeCode(db, id, code, now).catch(async (error: unknown) => {
    await counted.release();
    if (error instanceof ServerBusyError) return undefined;
    throw error;
  });
  if (isRight === undefined) return { kind: "busy" };
  if (!isRight)
    return refuseTry(db, { ...counted, userId: id, address: origin.address, reason: "Wrong code" });
  return { kind: "right", clear: counted.clear };
}
