import type { SessionUser } from "#lib/session/page-user.ts";
import { currentUser } from "#server/auth/current-user.ts";
import { SIGNED_OUT } from "#server/auth/guard.ts";
import { guarded, refusal } from "#server/route.ts";

/** The browser's current user, for pages that check whether they still belong to that user. Requires no right. */
export async function GET(): Promise<Response> {
  const user = await currentUser();
  if (!user) return refusal(401, SIGNED_OUT);
  return guarded(Response.json({ id: user.id, name: user.name } satisfies SessionUser));
}
