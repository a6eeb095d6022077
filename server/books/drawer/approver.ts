import { may } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Actor } from "#server/auth/actor.ts";
import { checkOther } from "#server/auth/sign-in/check-other.ts";
import type { SignInTry } from "#server/auth/sign-in/sign-in.ts";

/** The manager who signs at somebody else's workstation, whose browser doesn't count for them. */
export async function findApprover({
  email,
  password,
  code,
  address,
}: Omit<SignInTry, "browser"> & { code: string }): Promise<Result<Actor>> {
  const tried = { email, password, code, address };
  const signer = await checkOther(tried, {
    says: {
      wrongPassword: "The manager's email or password is wrong.",
      noCode: "The manager's code is missing.",
      whichCode: "Enter the code that the manager's app shows.",
      wrongCode: "The manager's code didn't work. Each works once.",
    },
    orElse: "An app can be set up under Your account.",
    whyNot: ({ name, role }) => {
      const problem = `${name} is not a manager.`;
      return may(role, "approveDrawer") ? undefined : refuse(problem, { email: problem });
    },
  });
  return signer.ok ? ok({ id: signer.value.id, name: signer.value.name }) : signer;
}
