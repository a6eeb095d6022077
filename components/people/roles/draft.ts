import { groupedAmountText, readAmount } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";
import { dayLimitProblem, limitsText } from "#lib/payments/money-limits.ts";
import { type Access, rightsBeyond } from "#lib/people/grants.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { type RoleForm, rightsOf, roleNameProblem, toRoleForm } from "#lib/people/role-form.ts";
import { type MoneyLimit, type MoneyRight, moneyRights, type Right, roleName } from "#lib/permissions.ts";

export type LimitPart = keyof MoneyLimit;

/** A role while it is edited: amounts as they are typed. */
export type Draft = {
  name: string;
  rights: readonly Right[];
  limits: Readonly<Record<MoneyRight, Readonly<Record<LimitPart, string>>>>;
  needsSecondStep: boolean;
  /** Of the role as it was opened; 0 for a new one. */
  version: number;
};

export type DraftProblems = {
  name?: string | undefined;
  rights?: string | undefined;
  limits: Partial<Record<MoneyRight, Partial<Record<LimitPart, string>>>>;
};

export const limitParts = ["transactionCents", "dayCents"] as const;

/** The role as it is. */
export function toDraft(entry: RoleEntry): Draft {
  const { limits } = entry;
  return {
    name: roleName(entry.role),
    rights: rightsOf(entry),
    limits: eachLimit((right, part) => {
      const cents = limits[right]?.[part];
      return cents === undefined ? "" : groupedAmountText(cents);
    }),
    needsSecondStep: entry.needsSecondStep,
    version: entry.version,
  };
}

/** A new role: empty, or with all of another but its name. */
export const newDraft = (copied: RoleEntry | undefined): Draft =>
  copied
    ? { ...toDraft(copied), name: "", version: 0 }
    : { name: "", rights: [], limits: eachLimit(() => ""), needsSecondStep: false, version: 0 };

/** What it says. An amount that can't be read is left out, and is among the problems. */
export function toForm(draft: Draft): RoleForm {
  return toRoleForm({
    ...draft,
    limits: eachRight((right) => {
      const [transactionCents, dayCents] = limitParts.map((part) => {
        const read = readAmount(draft.limits[right][part]);
        return read.kind === "amount" ? read.cents : undefined;
      });
      return { transactionCents, dayCents };
    }),
  });
}

/** What to correct before it can be saved, also what the editor themselves may not do; undefined when nothing. */
export function problemsOf(draft: Draft, own: Access): DraftProblems | undefined {
  const form = toForm(draft);
  const role = { id: "", ...form };
  const beyond = rightsBeyond(own, { role, limits: form.limits });
  const limits: DraftProblems["limits"] = {};
  for (const right of moneyRights) {
    if (!draft.rights.includes(right)) continue;
    for (const part of limitParts) {
      const read = readAmount(draft.limits[right][part]);
      if (read.kind === "refused") limits[right] = { ...limits[right], [part]: read.reason };
    }
    const dayProblem = dayLimitProblem(form.limits[right] ?? {});
    if (dayProblem && !limits[right]) limits[right] = { dayCents: dayProblem };
    const most = limitsText(own.limits?.[right]);
    if (beyond.includes(right) && most && !limits[right])
      limits[right] = { transactionCents: t("Your own limit: {most}.", { most }) };
  }
  const name = roleNameProblem(draft.name);
  const rights = form.rights.length === 0 ? t("Choose at least one right.") : undefined;
  return name || rights || Object.keys(limits).length > 0 ? { name, rights, limits } : undefined;
}

/** Whether saving would change the role. */
export const isChanged = (draft: Draft, before: Draft): boolean =>
  JSON.stringify({ ...toForm(draft), texts: draft.limits }) !==
  JSON.stringify({ ...toForm(before), texts: before.limits });

function eachRight<Value>(make: (right: MoneyRight) => Value): Record<MoneyRight, Value> {
  return Object.fromEntries(moneyRights.map((right) => [right, make(right)])) as Record<MoneyRight, Value>; // one for each
}

const eachLimit = (make: (right: MoneyRight, part: LimitPart) => string): Draft["limits"] =>
  eachRight((right) => ({
    transactionCents: make(right, "transactionCents"),
    dayCents: make(right, "dayCents"),
  }));
