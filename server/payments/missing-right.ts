import { mayWithin } from "#lib/payments/money-limits.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { type Right, type Role, rights } from "#lib/permissions.ts";
import { refuse } from "#lib/result.ts";
import { limitsOf } from "#server/auth/roles/access.ts";

/** Whether the role may do it, by its rights or up to its limits. */
export const mayDo = (role: Role, right: Right): boolean => mayWithin(role, right, limitsOf(role));

/** The refusal for the first right that the role does not have, or undefined. */
export function missingRight(
  role: Role,
  needed: readonly Right[],
): { ok: false; problem: ReturnType<typeof refuse>["problem"] } | undefined {
  const missing = needed.find((right) => !mayDo(role, right));
  return (
    missing &&
    refuse(
      `You may not do this: "${rightLabels[missing]}" is for ${rights[missing].join(", ")}. Nothing was done.`,
    )
  );
}
