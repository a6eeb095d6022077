import { t } from "#lib/language/t.ts";
import { pointFormat, typedCents } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import {
  type BuiltInRole,
  isBuiltIn,
  type MoneyLimit,
  type MoneyRight,
  may,
  moneyRights,
  type Right,
  type Role,
  type RoleLimits,
  roles,
} from "../permissions.ts";

/** What each built-in role may move without approval, as `MONEY_LIMITS` says: per transaction, per business day, or both. */
export type MoneyLimits = Partial<Record<BuiltInRole, RoleLimits>>;

export const isMoneyRight = (right: string): right is MoneyRight =>
  (moneyRights as readonly string[]).includes(right); // includes takes only members of the list

/** Whether a role may do it: by its rights, or up to a limit that the settings give it. */
export const mayWithin = (role: Role, right: Right, limits: RoleLimits = {}): boolean =>
  may(role, right) || (isMoneyRight(right) && limits[right] !== undefined);

/**
 * Which limit an amount exceeds after what was used of it on that business day; undefined when neither. The amount counts as
 * its number in any currency. Of a raised payment only what is added counts toward the day.
 */
export function exceeded(
  { transactionCents, dayCents }: MoneyLimit,
  cents: number,
  usedCents: number,
  addedCents = cents,
): "transaction" | "day" | undefined {
  if (transactionCents !== undefined && cents > transactionCents) return "transaction";
  if (dayCents !== undefined && addedCents > 0 && usedCents + addedCents > dayCents) return "day";
  return undefined;
}

/** What is wrong with a limit a day that is less than one transaction may be. */
export const dayLimitProblem = ({ transactionCents, dayCents }: MoneyLimit): string | undefined =>
  transactionCents !== undefined && dayCents !== undefined && transactionCents > dayCents
    ? t("Less than one transaction may be.")
    : undefined;

/** "Your limit is $100.00 per transaction." */
export function limitText(limit: MoneyLimit, over: "transaction" | "day"): string {
  const cents = (over === "transaction" ? limit.transactionCents : limit.dayCents) ?? 0;
  const money = formatMoney(cents);
  return over === "transaction"
    ? t("Your limit is {money} per transaction.", { money })
    : t("Your limit is {money} per business day.", { money });
}

/** "$100.00 per transaction, $300.00 per business day"; undefined for no limit. */
export function limitsText({ transactionCents, dayCents }: MoneyLimit = {}): string | undefined {
  const parts = [
    ...(transactionCents === undefined
      ? []
      : [t("{money} per transaction", { money: formatMoney(transactionCents) })]),
    ...(dayCents === undefined ? [] : [t("{money} per business day", { money: formatMoney(dayCents) })]),
  ];
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** Reads "clerk refund 100.00/300.00, clerk charge 1000.00", or returns a sentence for each mistake. */
export function readMoneyLimits(text: string): { limits: MoneyLimits; mistakes: string[] } {
  const limits: MoneyLimits = {};
  const mistakes: string[] = [];
  // A comma followed by three digits groups an amount.
  for (const part of text.split(/,(?!\d{3}\b)/).map((one) => one.trim())) {
    if (part === "") continue;
    const read = readOne(part);
    if (typeof read === "string") mistakes.push(read);
    else if (limits[read.role]?.[read.right])
      mistakes.push(
        t('"{role} {right}" is listed twice: give it one limit.', { role: read.role, right: read.right }),
      );
    else limits[read.role] = { ...limits[read.role], [read.right]: read.limit };
  }
  return { limits, mistakes };
}

const example = '"clerk refund 100.00/300.00", "clerk charge 1000.00" or "clerk void /500.00"';

function readOne(part: string): { role: BuiltInRole; right: MoneyRight; limit: MoneyLimit } | string {
  const [role = "", right = "", amounts = "", ...more] = part.split(/\s+/);
  if (amounts === "" || more.length > 0)
    return t('"{part}" must be a role, a right and its limits, such as {example}.', { part, example });
  if (!isBuiltIn(role))
    return t('"{role}" is not a role: use one of {roles}.', { role, roles: roles.join(", ") });
  if (!isMoneyRight(right))
    return t('"{right}" can\'t be limited: use one of {moneyRights}.', {
      right,
      moneyRights: moneyRights.join(", "),
    });
  if (!limitedRoles.includes(role))
    return t('The role {role} can\'t move money: remove "{part}".', { role, part });
  const limit = readLimit(amounts);
  return limit
    ? { role, right, limit }
    : t(
        '"{amounts}" must be an amount per transaction, one per day after a /, or both, such as 100.00/300.00.',
        { amounts },
      );
}

/** The roles that a limit can be given to: those that move money at all. */
export const limitedRoles = roles.filter((role) => may(role, "charge"));

function readLimit(text: string): MoneyLimit | undefined {
  const [transaction = "", day = "", ...more] = text.split("/");
  const [transactionCents, dayCents] = [transaction, day].map((one) =>
    one === "" ? undefined : typedCents(one, pointFormat),
  );
  if (more.length > 0 || transactionCents === null || dayCents === null) return undefined;
  if (transactionCents === undefined && dayCents === undefined) return undefined;
  return {
    ...(transactionCents !== undefined && { transactionCents }),
    ...(dayCents !== undefined && { dayCents }),
  };
}
