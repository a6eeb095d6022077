import "server-only";
import type { z } from "zod";
import type { Result } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { action } from "./action.ts";

/** A change of people or roles: it asks for the right, and for the admin's own password or passkey again. */
export function afterPassword<Input extends z.ZodType<{ password: Proof }>, Value>(
  input: Input,
  run: (user: SignedInUser, given: z.output<Input>) => Promise<Result<Value>>,
): (values: z.input<Input>) => Promise<Result<Value>> {
  return action({ right: "managePeople", input, isRepeatable: true }, async (user, given) => {
    const confirmed = await confirmPassword(user, given.password);
    return confirmed.ok ? run(user, given) : confirmed;
  });
}
