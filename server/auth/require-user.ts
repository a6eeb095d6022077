import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { may, type Right } from "#lib/permissions.ts";
import { db } from "#server/db/db.ts";
import { currentUser } from "./current-user.ts";
import { noAccessPath } from "./no-access-path.ts";
import { PATH_HEADER } from "./path-header.ts";
import { noteAction, type SignedInUser } from "./sessions.ts";

/** For a page: who is here, with `right` when it needs one. Others are led to the sign-in, or told who may. */
export async function requireUser(right?: Right): Promise<SignedInUser> {
  const user = await currentUser();
  const request = await headers();
  if (!user) redirect(paths.signIn(request.get(PATH_HEADER) ?? undefined));
  if (right && !may(user.role, right)) redirect(noAccessPath(right));
  // A prefetch is the browser's doing, not the person's.
  if (!request.has("next-router-prefetch")) await noteAction(db(), user);
  return user;
}
