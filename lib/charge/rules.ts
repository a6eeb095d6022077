import { t, translated } from "#lib/language/t.ts";
import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";
import { type OwnNumbers, repeatedNumber } from "../card-data/own-numbers.ts";
import { amountProblem, typedCents } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import { readDigits } from "../forms/digits.ts";
import { shortestReason } from "../forms/reason.ts";
import { securityCodeLength } from "../gateway/card-number.ts";
import { maximumCents } from "../gateway/maximum-amount.ts";
import { type CustomFields, noCustomFields } from "./fields/custom-fields.ts";
import { customProblem, formProblems, textProblems } from "./fields/field-problems.ts";
import {
  type ChargeValues,
  chargeCents,
  currencyIn,
  fieldList,
  fieldsInUse,
  isSplit,
  type NamedField,
  type ValidCharge,
  valueIn,
  wholeCents,
} from "./fields/values.ts";
import { hasAmount } from "./kinds.ts";
import { lineItemProblems } from "./line-items/line-item-problems.ts";
import { itemsDifference } from "./line-items/line-item-sums.ts";
import { fieldOf, lineItemKeys } from "./line-items/line-items.ts";

type Problem = readonly [path: string, message: string];

/**
 * The values as they are sent, or the first reason of each field that keeps them from it. `values` are those in use.
 * Needs no schema: pages load without zod.
 */
export function validateCharge(
  values: ChargeValues,
  currentMonth: string,
  customFields = noCustomFields,
): { ok: true; values: ValidCharge } | { ok: false; problems: ReadonlyMap<string, string> } {
  const sent = trimmed(values);
  const problems = new Map([...problemsOf(sent, currentMonth, customFields)].reverse());
  return problems.size === 0 ? { ok: true, values: sent } : { ok: false, problems };
}

/** The values without spaces around any text. */
export function trimmed<Value>(value: Value): Value {
  if (typeof value === "string") return value.trim() as Value & string; // a string, trimmed or not
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(trimmed) as Value; // of the same parts
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, trimmed(part)])) as Value; // of the same parts
}

/**
 * What keeps trimmed values from being sent, each with the path of its field. `currentMonth` ("2026-11") is the merchant's
 * own: an expiry counts to the end of its month there. `customFields` are those that the merchant has named.
 */
export function* problemsOf(
  values: ValidCharge,
  currentMonth: string,
  customFields: CustomFields,
): Generator<Problem> {
  yield* wrongForms(values);
  const amountReason = hasAmount(values) ? wrongAmount(values) : undefined;
  if (amountReason) yield [values.itemized ? "breakdown.subtotal" : "amount", amountReason];
  const partReason = isSplit(values) ? wrongPart(values) : undefined;
  if (partReason) yield ["partAmount", partReason];
  yield* wrongFields(values, currentMonth, customFields);
  yield* lineItemProblems(values.items, currencyIn(values));
  yield* wrongTogether(values);
  if (values.tender === "card") yield* repeatedNumbers(values, { card: readDigits(values.card.number) });
  if (values.tender === "check") yield* repeatedNumbers(values, { account: values.check.account });
}

/** What is wrong with a single text, whether this payment uses it or not. */
function* wrongForms(values: ValidCharge): Generator<Problem> {
  for (const field of fieldList) {
    const value = valueIn(values, field);
    if (typeof value !== "string") continue;
    for (const problem of formProblems(field, value)) yield [field.name, problem];
  }
  for (const name of ["amount", "partAmount"] as const)
    if (holdsCardNumber(values[name])) yield [name, cardNumberProblem];
  for (const problem of textProblems(values.duplicateReason, 500)) yield ["duplicateReason", problem];
  if (!values.blockOverride) return;
  const { reason } = values.blockOverride;
  for (const problem of textProblems(reason, 500)) yield ["blockOverride.reason", problem];
  if (reason.length < shortestReason) yield ["blockOverride.reason", t("Say why, in a few words.")];
}

/** What each field's own row refuses. */
function* wrongFields(
  values: ValidCharge,
  currentMonth: string,
  customFields: CustomFields,
): Generator<Problem> {
  for (const field of fieldsInUse(values)) {
    const value = valueIn(values, field);
    if (typeof value !== "string") continue;
    const custom = field.custom && customFields[field.custom];
    const problem =
      value === ""
        ? missing(field, values)
        : field.control === "amount"
          ? amountProblem(value, currencyIn(values))
          : custom
            ? customProblem(custom, value)
            : field.wrong?.(value, currentMonth);
    if (problem) yield [field.name, problem];
  }
}

/** Why it may not be empty; undefined when it may. */
const missing = ({ group, required, unless }: NamedField, values: ValidCharge): string | undefined =>
  unless && valueIn(values, { group, key: unless }) !== "" ? undefined : required;

/** What is wrong only beside another value. */
function* wrongTogether(values: ValidCharge): Generator<Problem> {
  const { tender, card, cash, customer, receipt, token } = values;
  const codeLength = securityCodeLength(readDigits(card.number));
  if (tender === "card" && /^\d{3,4}$/.test(card.cvc) && card.cvc.length !== codeLength)
    yield ["card.cvc", t("This card's security code has {codeLength} digits.", { codeLength })];
  const received = typedCents(cash.received);
  const due = chargeCents(values);
  if (tender === "cash" && received !== null && due !== null && received < due)
    yield ["cash.received", t("{money} is missing.", { money: formatMoney(due - received) })];
  const difference = itemsDifference(values);
  if (difference !== 0 && difference !== values.confirmedDifference)
    yield ["confirmedDifference", differenceProblem(difference, currencyIn(values))];
  if (receipt.send && !receipt.email) yield ["receipt.email", t("Enter where the receipt should go.")];
  if (tender === "token" && token.paymentKey && (token.token || token.cvc))
    yield ["token.paymentKey", t("Enter the payment key alone, without a token or a security code.")];
  if (customer.savePaymentMethod && !customer.save && !customer.key)
    yield ["customer.savePaymentMethod", t("Save the customer too, or enter the key of a saved one.")];
  if (values.ignoreDuplicate && values.duplicateReason.length < shortestReason)
    yield ["duplicateReason", t("Say why this is a second payment, in a few words.")];
}

function differenceProblem(difference: number, code: string | undefined): string {
  const sum = formatMoney(Math.abs(difference), { code });
  return difference > 0
    ? t("The amount is {sum} more than the items. Correct it, or confirm the difference.", { sum })
    : t("The amount is {sum} less than the items. Correct it, or confirm the difference.", { sum });
}

/** The card or account number of this payment in any other field, also one of a brand that the detector does not know. */
function* repeatedNumbers(part: object, own: OwnNumbers, path = ""): Generator<Problem> {
  for (const [name, value] of Object.entries(part)) {
    const place = path ? `${path}.${name}` : name;
    if (numberFields.has(place.replace(/^items\.\d+/, "items"))) continue;
    if (typeof value === "object" && value !== null) yield* repeatedNumbers(value, own, place);
    const repeated = typeof value === "string" ? repeatedNumber(value, own) : undefined;
    if (repeated) yield [place, repeatProblems[repeated]];
  }
}

const repeatProblems = translated(["account"], {
  card: cardNumberProblem,
  account: "This is the account number. Enter it only in the account number field.",
} as const);

/** Fields that hold these numbers, and those whose digits are amounts or identifiers of our own. */
const numberFields = new Set<string>([
  ...fieldList
    .filter(({ holdsNumber, control }) => holdsNumber || control === "amount")
    .map(({ name }) => name),
  ...lineItemKeys.filter((key) => fieldOf(key).control !== "text").map((key) => `items.${key}`),
  ...["amount", "partAmount", "attemptId", "confirmedDuplicates", "completes", "blockOverride.attemptId"],
]);

function wrongAmount(values: ValidCharge): string | undefined {
  const cents = wholeCents(values);
  if (cents !== null) return outOfRange(cents);
  // A part of the breakdown that is not an amount has its reason at its own field.
  return values.itemized
    ? undefined
    : (amountProblem(values.amount, currencyIn(values)) ?? t("Enter the amount."));
}

/** Why a split payment can't begin with this part. */
function wrongPart(values: ValidCharge): string | undefined {
  const cents = chargeCents(values);
  const whole = wholeCents(values);
  if (cents !== null && cents > 0 && (whole === null || cents < whole)) return undefined;
  const wrong = cents === null && amountProblem(values.partAmount, currencyIn(values));
  return wrong || t("Enter more than zero and less than the whole amount, or take it as one payment.");
}

/** Why this amount can't be charged; undefined when it can. */
export function outOfRange(cents: number): string | undefined {
  if (cents <= 0) return t("The amount must be more than zero.");
  return cents > maximumCents
    ? t("One payment can be {money} at most.", { money: formatMoney(maximumCents, { currency: false }) })
    : undefined;
}
