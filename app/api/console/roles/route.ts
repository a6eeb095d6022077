import type { Roles } from "#lib/people/role-entry.ts";
import { listRoleEntries } from "#server/auth/roles/read-roles.ts";
import { db } from "#server/db/db.ts";
import { route } from "#server/route.ts";

/** All roles, and how many people have each. */
export const GET = route(
  { right: "managePeople" },
  async (): Promise<Roles> => ({
    roles: await listRoleEntries(db()),
  }),
);
