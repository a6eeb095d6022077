import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { nameKey } from "#lib/forms/plain-name.ts";
import { dayLimitProblem } from "#lib/payments/money-limits.ts";
import { type Access, inAnotherAccount, mayGrant } from "#lib/people/grants.ts";
import { type RoleForm, roleNameProblem, toRoleForm } from "#lib/people/role-form.ts";
import { type CustomRole, isBuiltIn, type Role, roleId, roleName } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { type NewAuditEvent, record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { changeRights } from "../people/change-rights.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { accessOf } from "./access.ts";
import { differencesOf, formatAccess, hasNewRights } from "./describe-role.ts";
import { findRole, openInvitations, roleIsGone, toRole } from "./read-roles.ts";

type Store = Transaction<Database>;

/** Adds a custom role. Refuses a name that is taken, and what its author may not do. Returns its id. */
export function createRole(db: Kysely<Database>, by: Actor, form: RoleForm): Promise<Result<{ id: string }>> {
  const role = { id: randomUUID(), ...toRoleForm(form) };
  return changeRights(db, by, async (store, own) => {
    const refused = (await nameProblem(store, role)) ?? limitProblem(role) ?? grantProblem(own, role);
    if (refused) return refused;
    await store
      .insertInto("roles")
      .values({ id: role.id, version: 1, ...toColumns(role) })
      .execute();
    const fields = { role: role.name, rights: formatAccess(role) };
    await record(store, { name: "role.created", by, subject: role.id, fields });
    return ok({ id: role.id });
  });
}

/**
 * Changes a custom role as it was at `version`. When its rights change, everyone who has it is signed out everywhere in the same
 * commit. Nobody changes their own role, or one with rights that they lack.
 */
export function saveRole(
  db: Kysely<Database>,
  by: Actor,
  { id, version, ...form }: RoleForm & { id: string; version: number },
): Promise<Result<{ signedOut: number }>> {
  const role = { id, ...toRoleForm(form) };
  return changeRights(db, by, async (store, own) => {
    const found = await findChangeable(store, own, id, version);
    if (!found.ok) return found;
    const before = found.value;
    const refused = (await nameProblem(store, role)) ?? limitProblem(role) ?? grantProblem(own, role);
    if (refused) return refused;
    const differences = differencesOf(before, role);
    if (Object.keys(differences).length === 0) return ok({ signedOut: 0 });
    await store
      .updateTable("roles")
      .set({ version: version + 1, ...toColumns(role) })
      .where("id", "=", id)
      .execute();
    const users = hasNewRights(before, role) ? await listUsersOf(store, id) : [];
    for (const user of users) await revokeSessionsOf(store, user.id);
    const fields = { role: before.name, ...differences, signedOut: users.length };
    await record(store, { name: "role.changed", by, subject: id, fields });
    return ok({ signedOut: users.length });
  });
}

/**
 * Deletes a custom role without users. With `moveTo`, those who have it or are invited to it get that role first, in the same commit,
 * and is signed out everywhere. Searches shared with it are shared with the other role.
 */
export function deleteRole(
  db: Kysely<Database>,
  by: Actor,
  { id, version, moveTo }: { id: string; version: number; moveTo?: string | undefined },
): Promise<Result<{ moved: number }>> {
  return changeRights(db, by, async (store, own) => {
    const found = await findChangeable(store, own, id, version);
    if (!found.ok) return found;
    const users = await listUsersOf(store, id);
    const invited = await openInvitations(store).select("id").where("role", "=", id).execute();
    const moved = users.length + invited.length;
    if (moved > 0 && moveTo === undefined) return refuse(stillUsed, { moveTo: stillUsed });
    const target = moveTo === undefined ? undefined : await findRole(store, moveTo);
    if (moveTo !== undefined) {
      if (!target || moveTo === id) return refuse(targetIsGone, { moveTo: targetIsGone });
      const access = accessOf(target);
      const given = (await isUsedElsewhere(store, id)) ? inAnotherAccount(access) : access;
      if (!mayGrant(own, given)) return refuse(beyondOwn, { moveTo: beyondOwn });
    }
    const events = target ? await movePeople(store, by, { from: found.value, to: target, users }) : [];
    await store
      .updateTable("saved_views")
      .set({ role: moveTo ?? null })
      .where("role", "=", id)
      .execute();
    await store.deleteFrom("roles").where("id", "=", id).execute();
    const fields = { role: found.value.name, rights: formatAccess(found.value) };
    await record(store, ...events, { name: "role.deleted", by, subject: id, fields });
    return ok({ moved });
  });
}

async function movePeople(
  store: Store,
  by: Actor,
  { from, to, users }: { from: CustomRole; to: Role; users: readonly { id: string; role: string }[] },
): Promise<NewAuditEvent[]> {
  const role = roleId(to);
  await store.updateTable("users").set({ role }).where("role", "=", from.id).execute();
  await store.updateTable("invitations").set({ role }).where("role", "=", from.id).execute();
  const inAccounts = await store
    .selectFrom("account_roles")
    .innerJoin("gateway_accounts", "gateway_accounts.id", "account_roles.account_id")
    .select(["user_id", "gateway_accounts.name"])
    .where("account_roles.role", "=", from.id)
    .execute();
  await store.updateTable("account_roles").set({ role }).where("role", "=", from.id).execute();
  for (const { id } of users) await revokeSessionsOf(store, id);
  const fields = { from: from.name, to: roleName(to) };
  return [
    ...users
      .filter((user) => user.role === from.id)
      .map(({ id }): NewAuditEvent => ({ name: "user.roleChanged", by, subject: id, fields })),
    ...inAccounts.map(
      ({ user_id, name }): NewAuditEvent => ({
        name: "user.accountRoleChanged",
        by,
        subject: user_id,
        fields: { account: name, ...fields },
      }),
    ),
  ];
}

/** The role as it is, if its author may change it and saw it so. */
async function findChangeable(
  store: Store,
  own: Access,
  id: string,
  version: number,
): Promise<Result<CustomRole>> {
  if (isBuiltIn(id)) return refuse("A built-in role can't be changed. Copy it as a new role instead.");
  const row = await store.selectFrom("roles").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return refuse(roleIsGone);
  if (roleId(own.role) === id) return refuse("You can't change your own role. Ask another admin.");
  if (row.version !== version)
    return refuse(
      "Someone else changed this role. Nothing was changed: close the role, open it again and repeat this.",
    );
  const role = toRole(row);
  return mayGrant(own, accessOf(role)) ? ok(role) : refuse("This role has rights that you don't have.");
}

async function nameProblem(store: Store, { id, name }: CustomRole) {
  const problem = roleNameProblem(name);
  if (problem) return refuse(`Nothing was changed. ${problem}`, { name: problem });
  const other = await store
    .selectFrom("roles")
    .select("name")
    .where("name_key", "=", nameKey(name))
    .where("id", "!=", id)
    .executeTakeFirst();
  const taken = "Another role has this name.";
  return other && refuse(`Nothing was changed. ${taken}`, { name: taken });
}

function limitProblem({ limits }: CustomRole) {
  const problem = Object.values(limits).map(dayLimitProblem).find(Boolean);
  return problem && refuse(`Nothing was changed. Limit per business day: ${problem}`, { limits: problem });
}

function grantProblem(own: Access, role: CustomRole) {
  if (role.rights.length === 0) return refuse(noRightsText, { rights: noRightsText });
  return mayGrant(own, accessOf(role)) ? undefined : refuse(beyondOwn, { rights: beyondOwn });
}

const isUsedElsewhere = async (store: Store, role: string) =>
  (await store.selectFrom("account_roles").select("role").where("role", "=", role).execute()).length > 0;

/** Who has the role, here or in another account. */
const listUsersOf = (store: Store, role: string) =>
  store
    .selectFrom("users")
    .select(["id", "role"])
    .where(({ eb, exists, selectFrom }) =>
      eb.or([
        eb("role", "=", role),
        exists(
          selectFrom("account_roles")
            .select("user_id")
            .whereRef("user_id", "=", "users.id")
            .where("account_roles.role", "=", role),
        ),
      ]),
    )
    .execute();

const toColumns = ({ name, rights, limits, needsSecondStep }: CustomRole) => ({
  name,
  name_key: nameKey(name),
  rights: JSON.stringify(rights),
  limits: JSON.stringify(limits),
  needs_second_step: needsSecondStep ? (1 as const) : (0 as const),
  changed_at: Date.now(),
});

const noRightsText = "Choose at least one right.";
const stillUsed = "People have this role. Choose the role that they get instead.";
const targetIsGone = "Choose another role: this one has been deleted.";
const beyondOwn = "You can only give rights and limits that you have yourself.";
