import { setLock } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { route } from "#server/route.ts";

/**
 * Locks the workstation: until the password is given again, this session reads and does nothing, in no tab. Not a server action, nor is what
 * unlocks it: those of a page run one after the other, and a payment may take its time.
 */
export const POST = route({ right: "signedIn", writes: true }, async ({ user }) => {
  await setLock(db(), user, true);
  return {};
});
