import type { ApprovalAsk, Approver, Signature, TypedSignature } from "#lib/payments/approval.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";
import { formatWait } from "#lib/session/sign-in-problem.ts";
import { checkPasskey } from "#server/auth/passkeys/check-passkey.ts";
import { toRelyingParty } from "#server/auth/passkeys/relying-party.ts";
import { checkOther } from "#server/auth/sign-in/check-other.ts";
import type { TryOrigin } from "#server/auth/sign-in/sign-in.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

/** Who signs for what is asked. A refusal says why it isn't approved. */
export type FindSigner = (ask: ApprovalAsk) => Promise<Result<Pick<Approver, "id" | "name">>>;

/**
 * Checks the signature given at a workstation, once for everything that is asked with it: the person is one of those asked, and the
 * password, or the passkey, is theirs. Wrong ones count as at the sign-in. A passkey has signed for the session that asks.
 */
export function findSignerOf(
  { approver: id, ...given }: Signature,
  { address, sessionId }: { address: string | undefined; sessionId?: string },
): FindSigner {
  let checking: Promise<Result<Pick<Approver, "id" | "name">>> | undefined;
  return async ({ approvers }) => {
    const approver = approvers.find((one) => one.id === id);
    if (!approver) return refuse("This person can't approve it now. Choose another.");
    checking ??=
      "passkey" in given
        ? checkPasskeyOf(approver, given.passkey, { address, sessionId })
        : checkPasswordOf(approver, given, { address });
    return await checking;
  };
}

async function checkPasskeyOf(
  { id, name }: Pick<Approver, "id" | "name">,
  response: PasskeyAnswer,
  { address, sessionId: holder }: { address: string | undefined; sessionId: string | undefined },
): Promise<Result<Pick<Approver, "id" | "name">>> {
  const party = toRelyingParty(env());
  const failed = refuse(`The passkey of ${name} didn't work. Try again, or use the password.`);
  if (!party || holder === undefined) return failed;
  const outcome = await checkPasskey(db(), { address, response, party, purpose: "approve", holder });
  if (outcome.kind === "paused")
    return refuse(`Too many wrong tries for ${name}. Try again in ${formatWait(outcome.seconds)}.`);
  return outcome.kind === "signedIn" && outcome.userId === id ? ok({ id, name }) : failed;
}

/**
 * Whether the password, and the code where they have a second step, are this person's. `isSignedIn`: they do it on their own
 * screen.
 */
export async function checkPasswordOf(
  { id, name }: Pick<Approver, "id" | "name">,
  { password, code }: TypedSignature,
  origin: TryOrigin,
  isSignedIn = false,
): Promise<Result<Pick<Approver, "id" | "name">>> {
  const { email } = await db()
    .selectFrom("users")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const user = await checkOther(
    { email, password, code, ...origin },
    {
      says: {
        wrongPassword: `This is not the password of ${name}.`,
        noCode: `The code of ${name} is missing.`,
        whichCode: `Enter the code that the app of ${name} shows.`,
        wrongCode: `The code of ${name} didn't work. Each works once.`,
      },
      isSignedIn,
      orElse: "Or send a request: they approve it with the passkey on their own screen, under Approvals.",
    },
  );
  if (!user.ok) return user;
  return user.value.id === id ? ok({ id, name }) : refuse(`This is not the password of ${name}.`);
}
