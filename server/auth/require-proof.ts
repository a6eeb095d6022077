import "server-only";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { env } from "#server/env.ts";
import { confirmPassword, explained } from "./confirm-password.ts";
import type { SignedInUser } from "./session/sessions.ts";

/** Whether the password was given so lately that it is the user who acts; 0 minutes never ask again. */
export function hasFreshProof(
  { provedAt }: Pick<SignedInUser, "provedAt">,
  now = Date.now(),
  minutes = env().passwordAgainMinutes,
): boolean {
  return minutes === 0 || (provedAt <= now && now - provedAt < minutes * 60_000);
}

/** For a sensitive act: the password or passkey given with it, or one given in this session lately. */
export async function requireProof(user: SignedInUser, proof: Proof | undefined): Promise<Result<null>> {
  if (proof) return confirmPassword(user, proof);
  if (hasFreshProof(user)) return ok(null);
  return refuse(await explained("Enter your password to go on.", user), { password: "Enter your password." });
}
