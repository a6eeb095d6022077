"use server";

import type { z } from "zod";
import type { Result } from "#lib/result.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { explain, explainForm, sign, signForm } from "#server/books/reconciliation/sign.ts";
import { action } from "./action.ts";

/** Signs the reconciliation of a batch in the person's name, after their password. */
export async function signReconciliation(values: z.input<typeof signForm>): Promise<Result<null>> {
  return action({ right: "reconcile", input: signForm, isRepeatable: true }, async (user, input) => {
    const { password, ...rest } = input;
    const confirmed = await confirmPassword(user, password);
    return confirmed.ok ? sign(user, rest) : confirmed;
  })(values);
}

/** Records a person's explanation of a difference. */
export async function explainDifference(values: z.input<typeof explainForm>): Promise<Result<null>> {
  return action({ right: "reconcile", input: explainForm, isRepeatable: true }, explain)(values);
}
