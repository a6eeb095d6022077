import { nameKey, plainName, plainNameProblem } from "#lib/forms/plain-name.ts";
import { t } from "#lib/language/t.ts";
import { mayWithin } from "../payments/money-limits.ts";
import {
  allRights,
  customRights,
  isBuiltIn,
  type MoneyLimit,
  moneyRights,
  type Right,
  type RoleLimits,
} from "../permissions.ts";
import type { Access } from "./grants.ts";
import { withNeeded } from "./right-groups.ts";
import { longestRoleName } from "./role-entry.ts";

/** What an admin sets of a custom role. */
export type RoleForm = {
  name: string;
  rights: readonly Right[];
  limits: RoleLimits;
  needsSecondStep: boolean;
};

/** The rights of another role as a new one begins with them: also those it has up to a limit alone. */
export const rightsOf = ({ role, limits }: Access): Right[] =>
  customRights.filter((right) => mayWithin(role, right, limits));

/** All rights that it has, also those that no other role can be given. */
export const heldRights = ({ role, limits }: Access): Right[] =>
  allRights.filter((right) => mayWithin(role, right, limits));

/** What to correct in a name, or undefined. */
export function roleNameProblem(name: string): string | undefined {
  const plain = plainName(name);
  if (plain === "") return t("Enter a name.");
  if (plain.length > longestRoleName) return t("Use at most {limit} characters.", { limit: longestRoleName });
  const unseen = plainNameProblem(plain);
  if (unseen) return unseen;
  if (isBuiltIn(nameKey(name))) return t("A built-in role has this name.");
  return undefined;
}

/** The form as it is kept: rights in the order of the table with all that they need, limits of those rights only. */
export function toRoleForm({ name, rights, limits, needsSecondStep }: RoleForm): RoleForm {
  const all = new Set(rights.flatMap(withNeeded));
  const kept: RoleLimits = {};
  for (const right of moneyRights) {
    const limit = all.has(right) ? withoutGaps(limits[right]) : undefined;
    if (limit) kept[right] = limit;
  }
  return {
    name: plainName(name),
    rights: customRights.filter((right) => all.has(right)),
    limits: kept,
    needsSecondStep,
  };
}

function withoutGaps({ transactionCents, dayCents }: MoneyLimit = {}): MoneyLimit | undefined {
  if (transactionCents === undefined && dayCents === undefined) return undefined;
  return {
    ...(transactionCents !== undefined && { transactionCents }),
    ...(dayCents !== undefined && { dayCents }),
  };
}
