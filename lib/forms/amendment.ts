import { t, translated } from "#lib/language/t.ts";
import type { CustomFields } from "../charge/fields/custom-fields.ts";
import type { ChargeField } from "../charge/fields/field.ts";
import { customProblem, formProblems } from "../charge/fields/field-problems.ts";
import { orderFields } from "../charge/fields/order-fields.ts";
import {
  amountFormat,
  amountText,
  fractionProblem,
  typedCents,
  amountProblem as wrongText,
} from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import {
  type AmendedField,
  amendedParts,
  type FollowUpCommand,
  followUpForms,
} from "../gateway/commands/follow-up-forms.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents, toDecimal } from "../money.ts";
import { amountRules } from "./amount-rules.ts";

/** What is changed beside the amount, or of a new payment given beside it: texts as they are typed, by field. */
export type Amendment = Partial<Record<AmendedField, string>>;

const { tip, tax, shipping, duty, discount } = orderFields.breakdown;
const { invoice, ponum, orderid, description } = orderFields.order;
const { email, merchantEmail, template, merchantTemplate } = orderFields.receipt;
/** An address that is given gets a receipt. */
const receiptTo = translated(["label"], {
  label: "Email the receipt to",
  control: "text",
  width: 6,
  inputMode: "email",
  spellCheck: false,
  max: email.max,
  wrong: email.wrong,
} as const satisfies ChargeField);

/** The charge form's own facts about each. */
export const amendmentFields: Record<AmendedField, ChargeField> = {
  tip,
  tax,
  shipping,
  duty,
  discount,
  invoice,
  ponum,
  orderid,
  description,
  email: receiptTo,
  merchemailaddr: merchantEmail,
  "receipt-custemail": template,
  "receipt-merchemail": merchantTemplate,
  ...(orderFields.custom as Record<Extract<AmendedField, `field${number}`>, ChargeField>), // a row of each number
};

/** The number of a custom field; undefined of any other. */
export const customNumber = (field: AmendedField): string | undefined => amendmentFields[field].custom;

/**
 * What a command's details are compared with: a payment of its own begins with the invoice and the order id of the first,
 * which are carried over, and without the rest.
 */
export const basisOf = (command: FollowUpCommand, original: TransactionDetail): TransactionDetail =>
  amountRules[followUpForms[command].amount]?.isOfNewPayment
    ? {
        ...original,
        amount_detail: undefined,
        ponum: undefined,
        description: undefined,
        custom_fields: undefined,
      }
    : original;

type Part = (typeof amendedParts)[number];
export const isPart = (field: AmendedField): field is Part => amendedParts.some((part) => part === field);

/** A discount is taken off the total. */
const signOf = (part: Part) => (part === "discount" ? -1 : 1);

/** A part of the payment's total as the gateway shows it, in cents. */
const partCents = ({ amount_detail }: TransactionDetail, part: Part): number =>
  toCents(amount_detail?.[part] ?? "0") ?? 0;

/** A typed amount in the currency of the payment, in cents; null if it is empty or invalid. */
export const typedIn = ({ currency }: TransactionDetail, text: string): number | null =>
  typedCents(text, amountFormat(currency));

/** The value of a field as the payment has it: what its input begins with. */
export function amendmentBefore(field: AmendedField, original: TransactionDetail): string {
  const number = customNumber(field);
  const values: Record<string, unknown> = number ? { ...original.custom_fields } : original;
  if (!isPart(field)) return String(values[number ?? field] ?? "");
  return original.amount_detail?.[field] === undefined
    ? ""
    : amountText(partCents(original, field), original.currency);
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
    return (
      !isPart(field) || (typedIn(original, text) ?? (text === "" ? 0 : -1)) !== partCents(original, field)
    );
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
        sum +
        signOf(part) *
          ((typedIn(original, given[part] ?? "") ?? partCents(original, part)) - partCents(original, part)),
      0,
    );

/** Why a field is refused: the first reason of each. The gateway replaces a text and never removes one. */
export function amendmentProblems(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
  customFields: CustomFields,
): Amendment {
  const problems: Amendment = {};
  for (const field of changedFields(given, fields, original)) {
    const problem = problemOf(field, given[field]?.trim() ?? "", original, customFields);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(
  field: AmendedField,
  text: string,
  original: TransactionDetail,
  customFields: CustomFields,
): string | undefined {
  if (isPart(field)) {
    if (text === "") return t("Enter {amount} to remove it.", { amount: amountText(0, original.currency) });
    const cents = typedIn(original, text);
    return cents === null ? wrongText(text, original.currency) : fractionProblem(cents, original.currency);
  }
  if (text === "") return t("The gateway can replace it, but not remove it.");
  const row = amendmentFields[field];
  const custom = customFields[row.custom ?? ""];
  const wrong = formProblems(row, text).next().value ?? row.wrong?.(text, "");
  return wrong ?? (custom && customProblem(custom, text));
}

/**
 * The subtotal with which the parts of the breakdown come to `cents`, the new total: it takes what the other parts leave.
 * Undefined where the payment has no breakdown, or this command changes none.
 */
export function newSubtotal(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
  cents: number,
): number | undefined {
  const before = original.amount_detail;
  if (!fields.some(isPart) || before?.subtotal === undefined) return undefined;
  return cents - othersCents(original) - addedCents(given, fields, original);
}

/** What the parts beside the subtotal come to, in cents. */
const othersCents = (original: TransactionDetail): number =>
  amendedParts.reduce((sum, part) => sum + signOf(part) * partCents(original, part), 0);

/** The parts of its breakdown that a payment has, beside the subtotal. */
export const heldParts = (original: TransactionDetail): Part[] =>
  amendedParts.filter((part) => partCents(original, part) !== 0);

/**
 * By how much the breakdown of a payment is more than a new amount, in cents; less, below zero. Undefined where it has none, or
 * nothing but a subtotal.
 */
export function breakdownGap(original: TransactionDetail, cents: number): number | undefined {
  const subtotal = toCents(original.amount_detail?.subtotal ?? "");
  if (subtotal === null || heldParts(original).length === 0) return undefined;
  return subtotal + othersCents(original) - cents;
}

/** Why the parts can't come to the new total. */
export function partsProblem(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
  cents: number,
): string | undefined {
  const subtotal = newSubtotal(given, fields, original, cents);
  if (subtotal === undefined || subtotal >= 0) return undefined;
  const { currency: code } = original;
  const parts = formatMoney(cents - subtotal, { code });
  return t(
    "Tip, tax and the other parts alone come to {parts}. Lower them, or enter at least that as the new total.",
    { parts },
  );
}

/** The changed fields as the request names them. A breakdown and custom fields are sent whole, and its parts come to `cents`, the new total. */
export function toAmendment(
  given: Amendment,
  fields: readonly AmendedField[],
  original: TransactionDetail,
  cents: number,
): Record<string, unknown> {
  const changed = changedFields(given, fields, original);
  const parts = changed
    .filter(isPart)
    .map((part) => [part, toDecimal(typedIn(original, given[part] ?? "") ?? partCents(original, part))]);
  const subtotal = newSubtotal(given, fields, original, cents);
  if (subtotal !== undefined && subtotal !== toCents(original.amount_detail?.subtotal ?? ""))
    parts.push(["subtotal", toDecimal(subtotal)]);
  const texts = changed.filter((field) => !isPart(field) && !customNumber(field));
  const custom = changed.filter(customNumber);
  return {
    ...(parts.length > 0 && { amount_detail: { ...original.amount_detail, ...Object.fromEntries(parts) } }),
    ...Object.fromEntries(texts.map((field) => [field, given[field]?.trim()])),
    ...(texts.includes("email") && { send_receipt: true }),
    ...(custom.length > 0 && {
      custom_fields: {
        ...original.custom_fields,
        ...Object.fromEntries(custom.map((field) => [customNumber(field), given[field]?.trim()])),
      },
    }),
  };
}
