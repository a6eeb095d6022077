import type { Kysely } from "kysely";
import { type MoneyRight, moneyRights } from "#lib/permissions.ts";
import { roleOf } from "#server/auth/roles/read-roles.ts";
import { roleHere } from "#server/auth/roles/role-here.ts";
import type { Database } from "#server/db/database.ts";
import { usedToday } from "../attempts/limit-use.ts";
import { moneyCheckOf } from "./within-limits.ts";

/** Cents that a person moved on this business day, by each right whose limit for the day counts them. */
export async function readUsed(
  store: Kysely<Database>,
  userId: string,
  now: number,
): Promise<Partial<Record<MoneyRight, number>>> {
  const user = await store
    .selectFrom("users")
    .select(roleHere(store).as("role"))
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user) return {};
  const role = await roleOf(store, user.role);
  const used: Partial<Record<MoneyRight, number>> = {};
  for (const right of moneyRights) {
    const check = moneyCheckOf(role, right, now);
    if (check?.limit.dayCents !== undefined) used[right] = await usedToday(store, userId, check);
  }
  return used;
}
