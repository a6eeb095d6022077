import type { Kysely } from "kysely";
import type { Approver } from "#lib/payments/approval.ts";
import { exceeded, mayWithin } from "#lib/payments/money-limits.ts";
import { type MoneyRight, roleName } from "#lib/permissions.ts";
import { hasPasskeyOf } from "#server/auth/passkeys/passkeys.ts";
import { limitsOf, needsSecondStep } from "#server/auth/roles/access.ts";
import { readRoles } from "#server/auth/roles/read-roles.ts";
import { roleHere } from "#server/auth/roles/role-here.ts";
import type { Database } from "#server/db/database.ts";
import { usedToday } from "../attempts/limit-use.ts";

/** What somebody is asked to approve: so many cents by a right, on a business day, of which `addedCents` count toward its sum. */
export type Asked = {
  right: MoneyRight;
  cents: number;
  addedCents?: number;
  from: number;
  until: number;
  askedBy: string;
};

/** Everyone who may approve it, by name: active, not the person who asks, with the right and limits of their own that cover it. */
export async function listApprovers(
  store: Kysely<Database>,
  asked: Asked,
  onlyId?: string,
): Promise<Approver[]> {
  const users = await store
    .selectFrom("users")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .select(["id", "name", "second_factors.recovery_salt"])
    .select(roleHere(store).as("role"))
    .select(hasPasskeyOf)
    .where("disabled", "=", 0)
    .where("id", "!=", asked.askedBy)
    .$if(onlyId !== undefined, (query) => query.where("id", "=", onlyId ?? ""))
    .orderBy("name")
    .execute();
  const approvers: Approver[] = [];
  const roleOf = await readRoles(store);
  for (const { recovery_salt, hasPasskey, ...user } of users) {
    const role = roleOf(user.role);
    const limits = limitsOf(role);
    if (!mayWithin(role, asked.right, limits)) continue;
    const limit = limits[asked.right];
    const usedCents = limit?.dayCents === undefined ? 0 : await usedToday(store, user.id, asked);
    if (!limit || !exceeded(limit, asked.cents, usedCents, asked.addedCents))
      approvers.push({
        ...user,
        role: roleName(role),
        ...(limit && { limit }),
        ...(recovery_salt !== null && { hasCode: true as const }),
        ...(hasPasskey && { hasPasskey: true as const }),
        ...(recovery_salt === null && needsSecondStep(role) && { lacksSecondStep: true as const }),
      });
  }
  return approvers;
}

/** This user as `listApprovers` would list them; undefined if they may not approve it. */
export async function findApproving(
  store: Kysely<Database>,
  id: string,
  asked: Asked,
): Promise<Approver | undefined> {
  return (await listApprovers(store, asked, id))[0];
}
