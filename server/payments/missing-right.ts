import { mayWithin } from "#lib/payments/money-limits.ts";
import type { Right, Role } from "#lib/permissions.ts";
import { refuse } from "#lib/result.ts";
import { limitsOf } from "#server/auth/roles/access.ts";
import { rightProblem } from "#server/auth/roles/right-problem.ts";

/** Whether the role may do it, by its rights or up to its limits. */
export const mayDo = (role: Role, right: Right): boolean => mayWithin(role, right, limitsOf(role));

/** The refusal for the first right that the role does not have, or undefined. */
export function missingRight(
  role: Role,
  needed: readonly Right[],
): { ok: false; problem: ReturnType<typeof refuse>["problem"] } | undefined {
  const missing = needed.find((right) => !mayDo(role, right));
  return missing && refuse(rightProblem(role, missing));
}
