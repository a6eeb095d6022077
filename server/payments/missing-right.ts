import { rightLabels } from "#lib/permission-labels.ts";
import { may, type Right, type Role, rights } from "#lib/permissions.ts";
import { refuse } from "#lib/result.ts";

/** The refusal for the first right that the role does not have, or undefined. */
export function missingRight(
  role: Role,
  needed: readonly Right[],
): { ok: false; problem: ReturnType<typeof refuse>["problem"] } | undefined {
  const missing = needed.find((right) => !may(role, right));
  return (
    missing &&
    refuse(
      `You may not do this: "${rightLabels[missing]}" is for ${rights[missing].join(", ")}. Nothing was done.`,
    )
  );
}
