import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { paths } from "#lib/paths.ts";
import { may, type Right } from "#lib/permissions.ts";
import { db } from "#server/db/db.ts";
import { currentUser, enrollingUser } from "./current-user.ts";
import { PATH_HEADER } from "./path-header.ts";
import { recordRefusedAccess } from "./refused-access.ts";
import { noteAction, type SignedInUser } from "./session/sessions.ts";

/** For a page: the signed-in user, who has `right` if given. Redirects others to the sign-in, to the set-up of a second step that their role
 * needs, or to the no-access page. */
export async function requireUser(right?: Right): Promise<SignedInUser> {
  const user = await currentUser();
  const request = await headers();
  const path = request.get(PATH_HEADER) ?? undefined;
  if (!user) redirect((await enrollingUser()) ? paths.secondStep(path) : paths.signIn(path));
  // A prefetch is not a user's action.
  const isAction = !request.has("next-router-prefetch");
  if (right && !may(user.role, right)) {
    if (isAction) await recordRefusedAccess(user, right);
    const page = path === undefined ? "" : `&page=${encodeURIComponent(path.replace(/\?.*$/s, ""))}`;
    redirect(`/no-access?right=${right}${page}`);
  }
  if (isAction) await noteOnce(user);
  return user;
}

/** A page and its layout ask within one request. */
const noteOnce = cache((user: SignedInUser) => noteAction(db(), user));
