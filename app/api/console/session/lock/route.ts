import { setLock } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { route } from "#server/route.ts";

/**
 * Locks this session in all tabs until the user gives the password again. Locking and unlocking are not server actions: those
 * of a page run one after the other, and would wait for a payment that is being sent.
 */
export const POST = route({ right: "signedIn", isWrite: true }, async ({ user }) => {
  await setLock(db(), user, true);
  return {};
});
