import { useMerchant } from "#components/layout/merchant.tsx";
import { mayGrant } from "#lib/people/grants.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";

/** The roles that the signed-in user may give to others. */
export function useGrantableRoles(roles: readonly RoleEntry[]): RoleEntry[] {
  const own = useMerchant();
  return roles.filter((entry) => mayGrant(own, entry));
}
