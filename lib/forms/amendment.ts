import type { ChargeField } from "../charge/field.ts";
import { formProblems } from "../charge/field.ts";
import { orderFields } from "../charge/order-fields.ts";
import {
  amountText,
  fractionProblem,
  typedCents,
  amountProblem as wrongText,
} from "../format/amount-text.ts";
import type { AmendedField } from "../gateway/commands/follow-up-forms.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents, toDecimal } from "../money.ts";

/** What a capture or an adjustment changes beside the amount: texts as they are typed, by field. */
export type Amendment = Partial<Record<AmendedField, string>>;

const { tip, tax } = orderFields.breakdown;
const { invoice, ponum, orderid, description } = orderFields.order;

/** The charge form's own facts about each. */
export const amendmentFields: Record<AmendedField, ChargeField> = {
  tip,
  tax,
  invoice,
  ponum,
  orderid,
  description,
};

type Part = "tip" | "tax";
const isPart = (field: AmendedField): field is Part => field === "tip" || field === "tax";

/** A part of the payment's total as the gateway shows it, in cents. */
const partCents = ({ amount_detail }: TransactionDetail, part: Part): number =>
  toCents(amount_detail?.[part] ?? "0") ?? 0;

/** The value of a field as the payment has it: what its input begins with. */
export function amendmentBefore(field: AmendedField, original: TransactionDetail): string {
  if (!isPart(field)) return original[field] ?? "";
  return original.amount_detail?.[field] === undefined ? "" : amountText(partCents(original, field));
}

/** The fields whose text differs from what the payment has. */
export function changedFields(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
): AmendedField[] {
  return fields.filter((field) => {
    const text = given[field]?.trim();
    if (text === undefined || text === amendmentBefore(field, original).trim()) return false;
    return !isPart(field) || (typedCents(text) ?? (text === "" ? 0 : -1)) !== partCents(original, field);
  });
}

/** What the changed parts add to the total, in cents. */
export const addedCents = (
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
): number =>
  changedFields(given, fields, original)
    .filter(isPart)
    .reduce(
      (sum, part) =>
        sum + (typedCents(given[part] ?? "") ?? partCents(original, part)) - partCents(original, part),
      0,
    );

/** Why a field is refused: the first reason of each. The gateway replaces a text and never removes one. */
export function amendmentProblems(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
): Amendment {
  const problems: Amendment = {};
  for (const field of changedFields(given, fields, original)) {
    const problem = problemOf(field, given[field]?.trim() ?? "", original);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(field: AmendedField, text: string, original: TransactionDetail): string | undefined {
  if (isPart(field)) {
    if (text === "") return `Enter ${amountText(0)} to remove it.`;
    const cents = typedCents(text);
    return cents === null ? wrongText(text) : fractionProblem(cents, original.currency);
  }
  if (text === "") return "The gateway can replace it, but not remove it.";
  return formProblems(amendmentFields[field], text).next().value ?? undefined;
}

/** The changed fields as the request names them. A breakdown is sent whole. */
export function toAmendment(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
): Record<string, unknown> {
  const changed = changedFields(given, fields, original);
  const parts = changed
    .filter(isPart)
    .map((part) => [part, toDecimal(typedCents(given[part] ?? "") ?? partCents(original, part))]);
  const texts = changed.filter((field) => !isPart(field)).map((field) => [field, given[field]?.trim()]);
  return {
    ...(parts.length > 0 && { amount_detail: { ...original.amount_detail, ...Object.fromEntries(parts) } }),
    ...Object.fromEntries(texts),
  };
}
