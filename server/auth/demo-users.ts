import type { Kysely } from "kysely";
import type { Role } from "#lib/permissions.ts";
import type { Database } from "#server/db/database.ts";
import { verifyPassword } from "./sign-in/password.ts";
import { addUser, disableUser, enableUser, setPassword } from "./users.ts";

/** The demo users of the sandbox, one for each role. */
export const demoUsers = [
  { email: "clerk@demo.test", name: "Mira Castellanos", role: "clerk" },
  { email: "manager@demo.test", name: "Tobias Lindqvist", role: "manager" },
  { email: "bookkeeper@demo.test", name: "Ruth Adeyemi", role: "bookkeeper" },
  { email: "auditor@demo.test", name: "Nadia Okafor", role: "auditor" },
  { email: "admin@demo.test", name: "Helen Park", role: "admin" },
] as const satisfies readonly { email: string; name: string; role: Role }[];

/** Creates the demo users, all with this password. Users who already have it stay signed in. */
export async function ensureDemoUsers(db: Kysely<Database>, password: string): Promise<typeof demoUsers> {
  for (const person of demoUsers) {
    const row = await findRow(db, person.email);
    if (!row) await mustWork(addUser(db, { ...person, password }, "console", { isDemo: true }));
    else if (!(await verifyPassword(password, row.password_hash)))
      await mustWork(setPassword(db, person.email, password, "console", { isDemo: true }));
    if (row?.disabled) await enableUser(db, person.email, "console");
  }
  return demoUsers;
}

/** For a console with a real gateway: the demo password was printed on a terminal, so it must not work there. */
export async function disableDemoUsers(db: Kysely<Database>): Promise<void> {
  for (const { email } of demoUsers) {
    const row = await findRow(db, email);
    if (row && !row.disabled) await disableUser(db, email, "console");
  }
}

function findRow(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("users")
    .select(["password_hash", "disabled"])
    .where("email", "=", email)
    .executeTakeFirst();
}

async function mustWork(change: ReturnType<typeof addUser> | ReturnType<typeof setPassword>): Promise<void> {
  const result = await change;
  if (!result.ok) throw new Error(`The demo users could not be created: ${result.problem.message}`);
}
