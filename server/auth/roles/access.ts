import type { Access } from "#lib/people/grants.ts";
import { type Role, type RoleLimits, roles } from "#lib/permissions.ts";
import { env } from "#server/env.ts";

/** What a role may move without approval: a custom one has limits of its own, a built-in one those of `MONEY_LIMITS`. */
export const limitsOf = (role: Role): RoleLimits =>
  (typeof role === "string" ? env().moneyLimits[role] : role.limits) ?? {};

export const accessOf = (role: Role): Access => ({ role, limits: limitsOf(role) });

/** Whether people of this role set up a second step first: every role does once `MFA_ROLES` names all built-in ones. */
export function needsSecondStep(role: Role): boolean {
  const { mfaRoles } = env();
  if (typeof role === "string") return mfaRoles.includes(role);
  return role.needsSecondStep || roles.every((one) => mfaRoles.includes(one));
}
