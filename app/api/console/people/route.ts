import type { People } from "#lib/people/person.ts";
import { listPeople } from "#server/auth/people/list-people.ts";
import { listRoleEntries } from "#server/auth/roles/read-roles.ts";
import { db } from "#server/db/db.ts";
import { route } from "#server/route.ts";

/** Everybody who may sign in, might once or is invited. */
export const GET = route({ right: "managePeople" }, async (): Promise<People> => {
  const now = Date.now();
  return { people: await listPeople(db(), now), roles: await listRoleEntries(db()), now };
});
