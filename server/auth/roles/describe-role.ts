import { isMoneyRight, limitsText } from "#lib/payments/money-limits.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { type CustomRole, type MoneyLimit, moneyRights } from "#lib/permissions.ts";

/** What a role may do, for the audit log: "Take payments, Refund payments ($100.00 per transaction), second step". */
export const formatAccess = ({ rights, limits, needsSecondStep }: CustomRole): string =>
  [
    ...rights.map((right) => {
      const limit = isMoneyRight(right) && limitsText(limits[right]);
      return limit ? `${rightLabels[right]} (${limit})` : rightLabels[right];
    }),
    ...(needsSecondStep ? ["second step"] : []),
  ].join(", ");

/** What a change adds, takes and limits, before and after. Empty when it changes nothing. */
export function differencesOf(before: CustomRole, after: CustomRole) {
  const added = after.rights.filter((right) => !before.rights.includes(right));
  const taken = before.rights.filter((right) => !after.rights.includes(right));
  const limited = moneyRights.filter(
    (right) => formatLimit(before.limits[right]) !== formatLimit(after.limits[right]),
  );
  const limits = (role: CustomRole) =>
    limited
      .filter((right) => role.rights.includes(right))
      .map((right) => `${rightLabels[right]}: ${formatLimit(role.limits[right])}`)
      .join(", ");
  const steps = (role: CustomRole) => (role.needsSecondStep ? "Required" : "Not required");
  return {
    ...(before.name !== after.name && { newName: after.name }),
    ...(added.length > 0 && { added: added.map((right) => rightLabels[right]).join(", ") }),
    ...(taken.length > 0 && { taken: taken.map((right) => rightLabels[right]).join(", ") }),
    ...(limited.length > 0 && { limitsBefore: limits(before), limitsAfter: limits(after) }),
    ...(before.needsSecondStep !== after.needsSecondStep && {
      stepBefore: steps(before),
      stepAfter: steps(after),
    }),
  };
}

/** Whether a change is of more than the name. */
export const hasNewRights = (before: CustomRole, after: CustomRole): boolean =>
  Object.keys(differencesOf(before, after)).some((field) => field !== "newName");

const formatLimit = (limit: MoneyLimit | undefined) => limitsText(limit) ?? "no limit";
