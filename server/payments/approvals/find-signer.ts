import type { ApprovalAsk, Approver, Signature } from "#lib/payments/approval.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { checkOther } from "#server/auth/sign-in/check-other.ts";
import type { TryOrigin } from "#server/auth/sign-in/sign-in.ts";
import { db } from "#server/db/db.ts";

/** Who signs for what is asked. A refusal says why it isn't approved. */
export type FindSigner = (ask: ApprovalAsk) => Promise<Result<Pick<Approver, "id" | "name">>>;

/**
 * Checks the signature typed at a desk, once for everything that is asked with it: the person is one of those asked, and the
 * password is theirs. Wrong ones count as at the sign-in.
 */
export function findSignerOf({ approver: id, ...typed }: Signature, address: string | undefined): FindSigner {
  let checking: Promise<Result<Pick<Approver, "id" | "name">>> | undefined;
  return async ({ approvers }) => {
    const approver = approvers.find((one) => one.id === id);
    if (!approver) return refuse("This person can't approve it now. Choose another.");
    checking ??= checkPasswordOf(approver, typed, { address });
    return await checking;
  };
}

/**
 * Whether the password, and the code where they have a second step, are this person's. `isSignedIn`: they do it on their own
 * screen.
 */
export async function checkPasswordOf(
  { id, name }: Pick<Approver, "id" | "name">,
  { password, code }: Omit<Signature, "approver">,
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
