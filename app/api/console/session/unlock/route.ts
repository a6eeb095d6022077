import { z } from "zod";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { proof } from "#server/auth/proof.ts";
import { setLock } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { readBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";

const form = z.strictObject({ password: proof });
/** A password, or what a passkey signed. */
const maxBytes = 16 * 1024;

/** Unlocks the workstation, after the password or passkey of the person who locked it, with the limits of a sign-in. */
export const POST = route({ right: "locked", isWrite: true }, async ({ user, request }) => {
  const { password } = await readBody(request, form, maxBytes);
  const confirmed = await confirmPassword(user, password);
  if (confirmed.ok) await setLock(db(), user, false);
  return confirmed;
});
