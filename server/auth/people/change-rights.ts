import type { Kysely, Transaction } from "kysely";
import { type Access, inAnotherAccount, mayGrant } from "#lib/people/grants.ts";
import { may } from "#lib/permissions.ts";
import { type Result, refuse } from "#lib/result.ts";
import type { Database } from "#server/db/database.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { lockForAll } from "#server/sql/lock.ts";
import { accessOf } from "../roles/access.ts";
import { readRoles, roleOf } from "../roles/read-roles.ts";

type Store = Transaction<Database>;

/** Until its end, no other transaction changes who has which role, or what a role may do. */
export const lockRights = (store: Store): Promise<void> => lockForAll(store, "people");

/**
 * Changes who may do what, in one commit. One change after the other, in all processes: `run` gets what its author may do at that
 * moment, and must refuse before it writes. Undone when it would leave no one who can manage people.
 */
export async function changeRights<Value>(
  db: Kysely<Database>,
  by: { id: string },
  run: (store: Store, own: Access) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (accountOf(db) !== undefined) return refuse(inMainAccount);
  try {
    return await db.transaction().execute(async (store) => {
      await lockRights(store);
      const own = await findAuthor(store, by.id);
      if (!own) return refuse(mayNot);
      const done = await run(store, own);
      if (done.ok && !(await hasManager(store))) throw new NoAdminLeftError("no one could manage people");
      return done;
    });
  } catch (error) {
    if (error instanceof NoAdminLeftError) return refuse(nobodyLeft);
    throw error;
  }
}

/**
 * The check that every act on a person, or on what becomes one, goes through: no one acts on somebody who has a right or limit
 * that they lack, in the main account by `role` or in another by one of `elsewhere`. Undefined when it is allowed.
 */
export async function whyNotActOn(
  store: Store,
  own: Access,
  role: string,
  elsewhere: readonly string[] = [],
) {
  const there = await Promise.all(elsewhere.map((one) => roleOf(store, one)));
  const all = [accessOf(await roleOf(store, role)), ...there.map((one) => inAnotherAccount(accessOf(one)))];
  return all.every((access) => mayGrant(own, access)) ? undefined : refuse(moreRightsText);
}

class NoAdminLeftError extends Error {}

async function findAuthor(store: Store, id: string): Promise<Access | undefined> {
  const row = await store
    .selectFrom("users")
    .select("role")
    .where("id", "=", id)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  const role = row && (await roleOf(store, row.role));
  return role && may(role, "managePeople") ? accessOf(role) : undefined;
}

/** Whether somebody who can sign in may manage people. */
export async function hasManager(store: Kysely<Database>): Promise<boolean> {
  const roleIn = await readRoles(store);
  const users = await store.selectFrom("users").select("role").where("disabled", "=", 0).execute();
  return users.some(({ role }) => may(roleIn(role), "managePeople"));
}

const inMainAccount = "Nothing was changed: people and roles are managed in the main account.";
const mayNot = "Nothing was changed: your role was changed and no longer allows this.";
const moreRightsText = "Nothing was changed: this person has rights that you don't have. Ask an admin.";
const nobodyLeft = "Nothing was changed: no one would be left who can manage people.";
