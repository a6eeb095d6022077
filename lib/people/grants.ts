import { isMoneyRight, limitedRoles, mayWithin } from "../payments/money-limits.ts";
import {
  allRights,
  type MoneyLimit,
  moneyRights,
  type Right,
  type Role,
  type RoleLimits,
} from "../permissions.ts";

/** A role with the limits that hold for it: those of the settings for a built-in role, its own for a custom one. */
export type Access = { role: Role; limits?: RoleLimits | undefined };

/** What `granted` may do that `own` may not, or only up to a lower limit. */
export const rightsBeyond = (own: Access, granted: Access): Right[] =>
  allRights.filter((right) => {
    if (!mayWithin(granted.role, right, granted.limits)) return false;
    if (!mayWithin(own.role, right, own.limits)) return true;
    return isMoneyRight(right) && !covers(own.limits?.[right], granted.limits?.[right]);
  });

/** Whether somebody with this access may give the other: a user can't grant a right that they lack, or a higher limit. */
export const mayGrant = (own: Access, granted: Access): boolean => rightsBeyond(own, granted).length === 0;

/** The most that it may come to in another gateway account: a built-in role has the limits of that account's settings, or none. */
export const inAnotherAccount = ({ role, limits }: Access): Access => ({
  role,
  limits: typeof role === "string" && limitedRoles.includes(role) ? unlimited : limits,
});

const unlimited: RoleLimits = Object.fromEntries(moneyRights.map((right) => [right, {}]));

/** Whether each limit of `own` is also one of `other`, and no lower. */
function covers(own: MoneyLimit = {}, other: MoneyLimit = {}): boolean {
  const isWithin = (limit: number | undefined, asked: number | undefined) =>
    limit === undefined || (asked !== undefined && asked <= limit);
  return isWithin(own.transactionCents, other.transactionCents) && isWithin(own.dayCents, other.dayCents);
}
