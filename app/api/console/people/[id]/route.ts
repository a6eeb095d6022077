import { readPerson } from "#server/auth/people/list-people.ts";
import { db } from "#server/db/db.ts";
import { route } from "#server/route.ts";

/** Where and how a person signs in, what they used of their limits today, and what was done about them lately. */
export const GET = route<{ id: string }>({ right: "managePeople" }, ({ user, params }) =>
  readPerson(db(), params.id, user.sessionId),
);
