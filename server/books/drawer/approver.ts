import { countOf } from "#lib/format/counts.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { may } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { checkSignIn, type SignInTry } from "#server/auth/sign-in/sign-in.ts";
import { db } from "#server/db/db.ts";
import type { Person } from "./shifts.ts";

/**
 * The manager whose email and password were typed at somebody else's workstation. Wrong passwords count as at the sign-in, with
 * the waits of a browser that is not theirs. The browser is not remembered as theirs, and no session begins.
 */
export async function findApprover({
  email,
  password,
  address,
}: Omit<SignInTry, "browser">): Promise<Result<Person>> {
  const outcome = await checkSignIn(db(), { email, password, address });
  if (outcome.kind === "paused")
    return refuse(`Too many wrong passwords. Try again in ${formatDuration(outcome.seconds)}.`);
  if (outcome.kind === "mismatch") {
    const left = outcome.triesLeft > 0 ? ` ${countOf(outcome.triesLeft, "try", "tries")} left.` : "";
    return refuse(`The manager's email or password is wrong.${left}`, {
      password: "Email or password is wrong.",
    });
  }
  const user = await db()
    .selectFrom("users")
    .select(["id", "name", "role"])
    .where("id", "=", outcome.userId)
    .executeTakeFirstOrThrow();
  if (may(user.role, "approveDrawer")) return ok({ id: user.id, name: user.name });
  const problem = `${user.name} is not a manager.`;
  return refuse(problem, { email: problem });
}
