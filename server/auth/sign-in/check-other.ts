import { formatDuration } from "#lib/format/durations.ts";
import type { Role } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { roleOf } from "../roles/read-roles.ts";
import { checkCodeOf } from "./code-step.ts";
import { checkSignIn, type SignInOutcome, type SignInTry } from "./sign-in.ts";

type Refused = { ok: false; problem: Refusal };
type Other = { id: string; name: string; role: Role };
/** What is said of what was typed, each a whole sentence: names stand elsewhere in other languages. */
type Sentences = Record<"wrongPassword" | "noCode" | "whichCode" | "wrongCode", string>;

/**
 * The user whose email, password and code, if they have a second step, were typed. Wrong ones count as at the sign-in: without
 * a `browser`, as at somebody else's workstation. The browser is not remembered as theirs, and no session begins. `says` has
 * their name in it, and `whyNot` is asked before the code.
 */
export async function checkOther(
  { email, password, code, ...origin }: SignInTry & { code: string },
  { says, whyNot }: { says: Sentences; whyNot?: (user: Other) => Refused | undefined },
): Promise<Result<Other>> {
  const outcome = await checkSignIn(db(), { email, password, ...origin });
  if (outcome.kind !== "signedIn") return refuseWith(outcome, "password", says.wrongPassword);
  const found = await db()
    .selectFrom("users")
    .select(["id", "name", "email", "role"])
    .where("id", "=", outcome.userId)
    .executeTakeFirstOrThrow();
  const user = { ...found, role: await roleOf(db(), found.role) };
  const refused = whyNot?.(user);
  if (refused) return refused;
  if (outcome.needsCode) {
    if (code === "") return refuse(says.noCode, { code: says.whichCode });
    const checked = await checkCodeOf(db(), user, { code, ...origin });
    if (checked.kind !== "right") return refuseWith(checked, "code", says.wrongCode);
    await checked.clear();
  }
  return ok({ id: user.id, name: user.name, role: user.role });
}

/** Names neither which of email and password was wrong, nor whose they are, unless `wrong` does. */
function refuseWith(
  outcome: Exclude<SignInOutcome, { kind: "signedIn" }>,
  asked: "password" | "code",
  wrong: string,
): Refused {
  if (outcome.kind === "busy")
    return refuse("Too many sign-ins at the same time. Try again in a few seconds.");
  if (outcome.kind === "paused")
    return refuse(
      asked === "code"
        ? `Too many wrong codes. Try again in ${formatDuration(outcome.seconds)}.`
        : `Too many wrong passwords. Try again in ${formatDuration(outcome.seconds)}.`,
    );
  const left = outcome.triesLeft;
  const triesLeft = left > 1 ? [`${left} tries left.`] : left === 1 ? ["1 try left."] : [];
  return refuse(
    [wrong, ...triesLeft].join(" "),
    asked === "code" ? { code: "This code didn't work." } : { password: "Email or password is wrong." },
  );
}
