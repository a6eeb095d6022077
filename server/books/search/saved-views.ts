import { randomUUID } from "node:crypto";
import { may, type Role, roleId } from "#lib/permissions.ts";
import { roleLabels, type SavedView, type ViewRole } from "#lib/search/saved-view.ts";
import type { ActorWithRole } from "#server/auth/actor.ts";
import { findRole, listRoles, readRoles } from "#server/auth/roles/read-roles.ts";
import { db } from "#server/db/db.ts";
import { lockName } from "#server/sql/lock.ts";

export type Viewer = ActorWithRole;

/** The views of a person, and those that others share with the person's role, by name. */
export async function listViews(viewer: Viewer): Promise<SavedView[]> {
  const rows = await db()
    .selectFrom("saved_views")
    .selectAll()
    .where((view) => view.or([view("user_id", "=", viewer.id), view("role", "=", roleId(viewer.role))]))
    .orderBy("name")
    .orderBy("id")
    .execute();
  const roleIn = await readRoles(db());
  return rows.map(({ id, name, query, role, user_id, user_name }) => ({
    ...{ id, name, query },
    role: role === null ? null : toViewRole(roleIn(role)),
    isOwn: user_id === viewer.id,
    ownerName: user_name,
  }));
}

/** The roles a search can be shared with: those that can search. */
export const listViewRoles = async (): Promise<ViewRole[]> =>
  (await listRoles(db())).filter((role) => may(role, "viewTransactions")).map(toViewRole);

/** Whether a search can be shared with this role. */
export async function isViewRole(id: string): Promise<boolean> {
  const role = await findRole(db(), id);
  return role !== undefined && may(role, "viewTransactions");
}

const toViewRole = (role: Role): ViewRole => ({
  id: roleId(role),
  label: typeof role === "string" ? roleLabels[role] : role.name,
});

/** As many as one person can have: every page of transactions shows them. */
export const maxViews = 50;

/** Keeps a search under a name. One of the same name of the same person is replaced. False when they have as many as they can have. */
export function saveView(
  { id: user_id, name: user_name }: Viewer,
  { name, query, role }: { name: string; query: string; role: string | null },
): Promise<boolean> {
  const change = { query, role, user_name, saved_at: Date.now() };
  return db()
    .transaction()
    .execute(async (store) => {
      await lockName(store, `saved views of ${user_id}`);
      const { others } = await store
        .selectFrom("saved_views")
        .where("user_id", "=", user_id)
        .where("name", "!=", name)
        .select(({ fn }) => fn.countAll<number>().as("others"))
        .executeTakeFirstOrThrow();
      if (Number(others) >= maxViews) return false;
      await store
        .insertInto("saved_views")
        .values({ id: randomUUID(), user_id, name, ...change })
        .onConflict((conflict) => conflict.columns(["user_id", "name"]).doUpdateSet(change))
        .execute();
      return true;
    });
}

/** Deletes a view of the person's own; false if it doesn't exist. */
export async function deleteView({ id: user_id }: Viewer, id: string): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom("saved_views")
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
