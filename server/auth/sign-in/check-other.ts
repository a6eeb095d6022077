import { formatDuration } from "#lib/format/durations.ts";
import type { Role } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { findSecondSteps } from "../factors/second-factor.ts";
import { needsSecondStep } from "../roles/access.ts";
import { roleOf } from "../roles/read-roles.ts";
import { roleHere } from "../roles/role-here.ts";
import { checkCodeOf } from "./code-step.ts";
import { checkSignIn, type SignInOutcome, type SignInTry } from "./sign-in.ts";

type Refused = { ok: false; problem: Refusal };
type Other = { id: string; name: string; role: Role };
/** What is said of what was typed, each a whole sentence: names stand elsewhere in other languages. */
type Sentences = Record<"wrongPassword" | "noCode" | "whichCode" | "wrongCode", string>;

type About = {
  says: Sentences;
  whyNot?: (user: Other) => Refused | undefined;
  isSignedIn?: boolean;
  orElse?: string;
};

/**
 * The user whose email, password and code, if they have a second step, were typed. Wrong ones count as at the sign-in: without
 * a `browser`, as at somebody else's workstation. The browser is not remembered as theirs, and no session begins. `says` has
 * their name in it, and `whyNot` is asked before the code. Where their role needs a second step, the password alone is refused,
 * unless they are signed in here themselves (`isSignedIn`): their session had one. `orElse` is what somebody with a passkey and
 * no app can do in place of a code.
 */
export async function checkOther(
  { email, password, code, ...origin }: SignInTry & { code: string },
  { says, whyNot, isSignedIn = false, orElse = "" }: About,
): Promise<Result<Other>> {
  const outcome = await checkSignIn(db(), { email, password, ...origin });
  if (outcome.kind !== "signedIn") return refuseWith(outcome, "password", says.wrongPassword);
  const found = await db()
    .selectFrom("users")
    .select(["id", "name", "email"])
    .select(roleHere(db()).as("role"))
    .where("id", "=", outcome.userId)
    .executeTakeFirstOrThrow();
  const user = { ...found, role: await roleOf(db(), found.role) };
  const refused = whyNot?.(user);
  if (refused) return refused;
  if (!outcome.needsCode && !isSignedIn && needsSecondStep(user.role))
    return refuse(`${user.name} can't sign here yet. ${lacksSecondStep}`);
  if (outcome.needsCode) {
    const hasApp = (await findSecondSteps(db(), user.id))?.app === true;
    const explained = (problem: string) =>
      hasApp ? problem : [problem, noAppText, orElse].join(" ").trimEnd();
    if (code === "")
      return refuse(explained(says.noCode), { code: hasApp ? says.whichCode : "Enter a recovery code." });
    const checked = await checkCodeOf(db(), user, { code, ...origin });
    if (checked.kind !== "right") return refuseWith(checked, "code", explained(says.wrongCode));
    await checked.clear();
  }
  return ok({ id: user.id, name: user.name, role: user.role });
}

const lacksSecondStep =
  "Their role needs a second step, and they have none. They set it up when they sign in themselves.";
const noAppText = "They have a passkey and no app: only one of their recovery codes works here.";

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
