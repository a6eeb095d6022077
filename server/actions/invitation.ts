"use server";

import { headers } from "next/headers";
import { z } from "zod";
import type { Result } from "#lib/result.ts";
import { acceptInvitation as accept } from "#server/auth/people/invitations.ts";
import { personName } from "#server/auth/people/person-name.ts";
import { db } from "#server/db/db.ts";
import { publicAction } from "./action.ts";

const acceptance = z.strictObject({
  token: z.string().max(64),
  name: personName("Enter your name."),
  // How long it must be is said by the rules for passwords.
  password: z.string().min(1, "Choose a password.").max(2000),
});

/** Makes a user of the person who holds the link of an invitation. Asks for no session: the token is what counts. */
export async function acceptInvitation(
  values: z.input<typeof acceptance>,
): Promise<Result<{ email: string }>> {
  return publicAction({ input: acceptance }, async (given) => {
    const address = (await headers()).get("x-forwarded-for") ?? undefined;
    return accept(db(), { ...given, address });
  })(values);
}
