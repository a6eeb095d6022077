import type { SessionUser } from "#lib/session/page-user.ts";
import { currentUser, lockedUser } from "#server/auth/current-user.ts";
import { SIGNED_OUT } from "#server/auth/guard.ts";
import { hasFreshProof } from "#server/auth/require-proof.ts";
import { guarded, refusal, route } from "#server/route.ts";

/** The browser's current user, for pages that check whether they still belong to that user. Requires no right. */
export async function GET(): Promise<Response> {
  const current = await currentUser();
  const user = current ?? (await lockedUser());
  if (!user) return refusal(401, SIGNED_OUT);
  const { id, name } = user;
  return guarded(
    Response.json({ id, name, isLocked: !current, isProved: hasFreshProof(user) } satisfies SessionUser),
  );
}

/** The user of the page has used it: the session does not go idle. Polling never calls this. */
export const POST = route({ right: "signedIn", isWrite: true }, async () => ({}));
