import type { Transaction } from "kysely";
import { type Role, roleId, roleName } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { type AuditActor, record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { roleOf } from "../roles/read-roles.ts";
import { revokeSessionsOf } from "../session/sessions.ts";

/**
 * Gives a person a role in a further account, without `given` takes theirs away, signs them out everywhere and records it. Under
 * `lockRights`; whether `by` may do it is the caller's to check.
 */
export async function giveAccountRole(
  store: Transaction<Database>,
  by: AuditActor,
  { id, account, given }: { id: string; account: string; given: Role | undefined },
): Promise<Result<null>> {
  const found = await store
    .selectFrom("gateway_accounts")
    .select("name")
    .where("id", "=", account)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (!found) return refuse("This account has been removed. Nothing was changed.");
  const before = await store
    .selectFrom("account_roles")
    .select("role")
    .where("user_id", "=", id)
    .where("account_id", "=", account)
    .executeTakeFirst();
  const role = given ? roleId(given) : "";
  if ((before?.role ?? "") === role) return ok(null);
  if (given)
    await store
      .insertInto("account_roles")
      .values({ user_id: id, account_id: account, role })
      .onConflict((conflict) => conflict.columns(["user_id", "account_id"]).doUpdateSet({ role }))
      .execute();
  else
    await store
      .deleteFrom("account_roles")
      .where("user_id", "=", id)
      .where("account_id", "=", account)
      .execute();
  await revokeSessionsOf(store, id);
  const fields = {
    account: found.name,
    from: before ? roleName(await roleOf(store, before.role)) : "none",
    to: given ? roleName(given) : "none",
  };
  await record(store, { name: "user.accountRoleChanged", by, subject: id, fields });
  return ok(null);
}
