import type { Kysely } from "kysely";
import { ok, type Result, refuse, refuseFields } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { beginSession, revokeSessionsOf, type SignedInUser } from "./session/sessions.ts";
import { forgetBrowsersOf, rememberBrowser } from "./sign-in/known-browsers.ts";
import { hashPassword } from "./sign-in/password.ts";
import { newPasswordProblem } from "./sign-in/password-rules.ts";
import { keepPastPassword, lastPasswordHashes } from "./sign-in/past-passwords.ts";

/**
 * Changes the user's own password, once they have given the current one. Ends all their sessions and makes their browsers
 * unknown but `browser`; returns the id of a new session.
 */
export async function changeOwnPassword(
  db: Kysely<Database>,
  { id, name, email }: Pick<SignedInUser, "id" | "name" | "email">,
  { password, browser }: { password: string; browser: string | undefined },
  now = Date.now(),
): Promise<Result<{ sessionId: string }>> {
  const lastHashes = await lastPasswordHashes(db, id);
  const problem = await newPasswordProblem(password, { email, name, lastHashes });
  if (problem) return refuseFields({ newPassword: problem });
  const [current = ""] = lastHashes;
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (store) => {
    const { numUpdatedRows } = await store
      .updateTable("users")
      .set({ password_hash })
      .where("id", "=", id)
      .where("disabled", "=", 0)
      .where("password_hash", "=", current)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refuse("Your password was changed elsewhere just now. Sign in again.");
    await keepPastPassword(store, { userId: id, hash: current }, now);
    await revokeSessionsOf(store, id, now);
    await forgetBrowsersOf(store, id);
    if (browser) await rememberBrowser(store, browser, id, now);
    const sessionId = await beginSession(store, id, now);
    await record(store, { name: "user.passwordChanged", by: { id, name }, subject: id });
    return ok({ sessionId });
  });
}
