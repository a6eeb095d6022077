import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { may, type Right } from "#lib/permissions.ts";
import { db } from "#server/db/db.ts";
import { currentUser } from "./current-user.ts";
import { PATH_HEADER } from "./path-header.ts";
import { noteAction, type SignedInUser } from "./sessions.ts";

/** For a page: the signed-in user, who has `right` if given. Redirects others to the sign-in or to the no-access page. */
export async function requireUser(right?: Right): Promise<SignedInUser> {
  const user = await currentUser();
  const request = await headers();
  if (!user) redirect(paths.signIn(request.get(PATH_HEADER) ?? undefined));
  if (right && !may(user.role, right)) redirect(`/no-access?right=${right}`);
  // A prefetch is not a user's action.
  if (!request.has("next-router-prefetch")) await noteAction(db(), user);
  return user;
}
