"use server";

import type { z } from "zod";
import type { Result } from "#lib/result.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { signDay as sign, signDayForm } from "#server/books/day-end/day-end.ts";
import { action } from "./action.ts";

/** Signs a business day in the person's name, after their password. */
export async function signDay(values: z.input<typeof signDayForm>): Promise<Result<{ number: number }>> {
  return action({ right: "signDay", input: signDayForm, isRepeatable: true }, async (user, input) => {
    const { password, ...rest } = input;
    const confirmed = await confirmPassword(user, password);
    return confirmed.ok ? sign(user, rest) : confirmed;
  })(values);
}
