import type { Kysely, Selectable } from "kysely";
import { demoUsers } from "#server/auth/demo-users.ts";
import type { Database } from "#server/db/database.ts";

type Store = Kysely<Database>;
export type KnownUsers = Selectable<Database["users"]>[];

/** The users as a console has started with them. */
export const readUsers = (store: Store): Promise<KnownUsers> =>
  store.selectFrom("users").selectAll().execute();

/**
 * Gives the users back the names, roles, passwords and languages that they had, without second steps, and removes every other user,
 * invitation, role and saved search. Sessions of the users that stay are kept.
 */
export async function restoreUsers(store: Store, users: KnownUsers): Promise<void> {
  const ids = users.map(({ id }) => id);
  await store.transaction().execute(async (rows) => {
    for (const table of withoutUsers) await rows.deleteFrom(table).execute();
    await rows.deleteFrom("sessions").where("user_id", "not in", ids).execute();
    await rows.deleteFrom("users").where("id", "not in", ids).execute();
    for (const { id, seen_at: _, ...user } of users)
      await rows.updateTable("users").set(user).where("id", "=", id).execute();
  });
}

const withoutUsers = [
  ...(["second_factors", "recovery_codes", "passkeys", "passkey_challenges", "sign_in_steps"] as const),
  ...(["known_browsers", "sign_in_limits", "past_passwords"] as const),
  ...(["account_roles", "invitations", "roles", "saved_views"] as const),
];

/** Adds a clerk with the password of the demo's. `restoreUsers` removes them. */
export async function addClerk(
  store: Store,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const clerk = await store
    .selectFrom("users")
    .selectAll()
    .where("email", "=", demoUsers[0].email)
    .executeTakeFirstOrThrow();
  await store
    .insertInto("users")
    .values({ ...clerk, id: email, name, email })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
