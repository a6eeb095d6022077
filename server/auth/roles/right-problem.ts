import { rightLabels } from "#lib/people/permission-labels.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { type Right, type Role, roleName } from "#lib/permissions.ts";

/** Why a request that needs this right was refused: nothing was done. */
export const rightProblem = (role: Role, right: Right): string =>
  `Your role (${roleName(role)}) does not include “${rightLabels[right]}”. Nothing was done. Ask ${holdersOf(right)}.`;
