import type { Kysely } from "kysely";
import { nameKey } from "#lib/forms/plain-name.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import {
  type CustomRole,
  customRights,
  isBuiltIn,
  type MoneyLimit,
  moneyRights,
  type Role,
  type RoleLimits,
  roleId,
  roleName,
  roles,
} from "#lib/permissions.ts";
import type { Database } from "#server/db/database.ts";
import type { RolesTable } from "#server/db/tables/auth/roles.ts";
import { limitsOf, needsSecondStep } from "./access.ts";

type Store = Kysely<Database>;

/** The role that the store refers to. One that isn't there any more may do nothing. */
export async function roleOf(store: Store, id: string): Promise<Role> {
  return (await findRole(store, id)) ?? missingRole(id);
}

/** The refusal of a change that names one. */
export const roleIsGone = "This role has been deleted. Nothing was changed.";

export async function findRole(store: Store, id: string): Promise<Role | undefined> {
  if (isBuiltIn(id)) return id;
  const row = await store.selectFrom("roles").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRole(row);
}

/** The role with this name, however it is capitalized. */
export async function findRoleByName(store: Store, name: string): Promise<Role | undefined> {
  const key = nameKey(name);
  if (isBuiltIn(key)) return key;
  const row = await store.selectFrom("roles").selectAll().where("name_key", "=", key).executeTakeFirst();
  return row && toRole(row);
}

/** Finds roles for many people with one read. */
export async function readRoles(store: Store): Promise<(id: string) => Role> {
  const custom = new Map((await listCustom(store)).map((row) => [row.id, toRole(row)]));
  return (id) => (isBuiltIn(id) ? id : (custom.get(id) ?? missingRole(id)));
}

/** The built-in roles, then the custom ones by name. */
export async function listRoles(store: Store): Promise<Role[]> {
  return [...roles, ...(await listCustom(store)).map(toRole)];
}

/** Whether any role has limits, so that somebody's approval may be needed. */
export const hasLimits = async (store: Store): Promise<boolean> =>
  (await listRoles(store)).some((role) => Object.keys(limitsOf(role)).length > 0);

/** All roles, and how many people have each. */
export async function listRoleEntries(store: Store): Promise<RoleEntry[]> {
  const rows = await listCustom(store);
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const counts = await countPeople(store);
  return [...roles, ...rows.map(toRole)].map((role) => ({
    role,
    limits: limitsOf(role),
    needsSecondStep: needsSecondStep(role),
    people: counts.get(roleId(role)) ?? 0,
    version: versions.get(roleId(role)) ?? 0,
  }));
}

const listCustom = (store: Store) => store.selectFrom("roles").selectAll().orderBy("name_key").execute();

async function countPeople(store: Store): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const users = await store.selectFrom("users").select("role").execute();
  const invited = await openInvitations(store).select("role").execute();
  for (const { role } of [...users, ...invited]) counts.set(role, (counts.get(role) ?? 0) + 1);
  return counts;
}

/** Those that can still become a user, also after a new link. */
export const openInvitations = (store: Store) =>
  store.selectFrom("invitations").where("used_at", "is", null).where("revoked_at", "is", null);

/** The names of all roles, for a sentence: "clerk, manager, Senior clerk". */
export const listRoleNames = async (store: Store): Promise<string> =>
  (await listRoles(store)).map(roleName).join(", ");

export function toRole({ id, name, rights, limits, needs_second_step }: RolesTable): CustomRole {
  const named: unknown = JSON.parse(rights);
  return {
    id,
    name,
    // A store of another release may name rights that this one doesn't have.
    rights: customRights.filter((right) => Array.isArray(named) && named.includes(right)),
    limits: readLimits(JSON.parse(limits)),
    needsSecondStep: needs_second_step === 1,
  };
}

/** A limit that can't be read is one of nothing, never none. */
function readLimits(stored: Readonly<Record<string, unknown>>): RoleLimits {
  const limits: RoleLimits = {};
  for (const right of moneyRights) {
    const value = stored[right];
    if (value !== undefined) limits[right] = isLimit(value) ? value : { transactionCents: 0 };
  }
  return limits;
}

function isLimit(value: unknown): value is MoneyLimit {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([name, cents]) => /^(transaction|day)Cents$/.test(name) && Number.isSafeInteger(cents))
  );
}

const missingRole = (id: string): CustomRole => ({
  id,
  name: id === "" ? "No role here" : "Deleted role",
  rights: [],
  limits: {},
  needsSecondStep: false,
});
