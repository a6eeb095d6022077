import { cardNumberProblem } from "../card-detector.ts";
import { amountProblem, typedCents } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import { digitsOf } from "../forms/digits.ts";
import { shortestReason } from "../forms/reason.ts";
import {
  expiryState,
  isCardNumber,
  isRoutingNumber,
  isToken,
  securityCodeLength,
} from "../gateway/card-number.ts";
import type { Tender } from "../gateway/commands.ts";
import { type OwnNumbers, repeatedNumber } from "../own-numbers.ts";
import { chargeCents, type ValidCharge } from "./values.ts";

/** The most the gateway takes in one payment (outcome 70). */
export const maximumCents = 9_999_900;

type Problem = readonly [path: string, message: string];

/** What keeps the form from being sent, each with the path of its field. */
export function* problems(values: ValidCharge, currentMonth: string): Generator<Problem> {
  const amountReason = wrongAmount(values);
  if (amountReason) yield [values.itemised ? "breakdown.subtotal" : "amount", amountReason];
  yield* tenderProblems[values.tender](values, currentMonth);
  if (values.tender === "card") yield* repeatedNumbers(values, { card: digitsOf(values.card.number) });
  if (values.tender === "check") yield* repeatedNumbers(values, { account: values.check.account });
  if (values.receipt.send && !values.receipt.email)
    yield ["receipt.email", "Enter where the receipt should go."];
  if (values.ignoreDuplicate && values.duplicateReason.length < shortestReason)
    yield ["duplicateReason", "Say why this is a second payment, in a few words."];
}

/** The card or account number of this payment in any other field, also one of a brand that the detector does not know. */
function* repeatedNumbers(part: object, own: OwnNumbers, path = ""): Generator<Problem> {
  for (const [name, value] of Object.entries(part)) {
    const place = path ? `${path}.${name}` : name;
    if (numberFields.has(place)) continue;
    if (typeof value === "object" && value !== null) yield* repeatedNumbers(value, own, place);
    const repeated = typeof value === "string" ? repeatedNumber(value, own) : undefined;
    if (repeated) yield [place, repeatProblems[repeated]];
  }
}

const repeatProblems = {
  card: cardNumberProblem,
  account: "This is the account number. Enter it only in the account number field.",
} as const;

/** Fields that hold these numbers, and those whose digits are amounts or identifiers of our own. */
const numberFields = new Set([
  "card.number",
  "check.account",
  "check.routing",
  ...["amount", "breakdown", "cash", "attemptId", "confirmedSiblings", "completes", "holdOverride.attemptId"],
]);

function wrongAmount(values: ValidCharge): string | undefined {
  const cents = chargeCents(values);
  if (cents !== null) return outOfRange(cents);
  // A part of the breakdown that is not an amount has its reason at its own field.
  return values.itemised ? undefined : (amountProblem(values.amount) ?? "Enter the amount.");
}

/** Why nobody can be charged this much; undefined when they can. */
export function outOfRange(cents: number): string | undefined {
  if (cents <= 0) return "The amount must be more than zero.";
  return cents > maximumCents ? "One payment can be 99,999.00 at most." : undefined;
}

const tenderProblems: Record<Tender, (values: ValidCharge, currentMonth: string) => Iterable<Problem>> = {
  *card({ card }, currentMonth) {
    const number = digitsOf(card.number);
    if (!number) yield ["card.number", "Enter the card number."];
    else if (!isCardNumber(number)) yield ["card.number", "This is not a card number: check the digits."];
    const expiry = expiryProblems[expiryState(digitsOf(card.expiration), currentMonth)];
    if (!card.expiration) yield ["card.expiration", "Enter when the card expires."];
    else if (expiry) yield ["card.expiration", expiry];
    yield* codeProblems("card.cvc", card.cvc, securityCodeLength(number));
  },
  *token({ token }) {
    if (!token.token) yield ["token.token", "Enter the saved card's token."];
    else if (!isToken(token.token))
      yield ["token.token", "A token is four groups of four letters or digits, such as a1b2-c3d4-e5f6-g7h8."];
    yield* codeProblems("token.cvc", token.cvc, undefined);
  },
  *check({ check }) {
    if (!check.name) yield ["check.name", "Enter the account holder's name."];
    if (!isRoutingNumber(check.routing))
      yield [
        "check.routing",
        "A routing number has nine digits with a check digit: compare it with the check.",
      ];
    if (!/^\d{4,17}$/.test(check.account))
      yield ["check.account", "Enter the account number, 4 to 17 digits."];
  },
  *cash(values) {
    const received = typedCents(values.cash.received);
    const due = chargeCents(values);
    if (received !== null && due !== null && received < due)
      yield ["cash.received", `${formatMoney(due - received)} is missing.`];
  },
};

const expiryProblems: Record<ReturnType<typeof expiryState>, string | undefined> = {
  ok: undefined,
  malformed: "Enter month and year, such as 11 / 28.",
  "no-month": "The month goes from 01 to 12.",
  expired: "This card has expired.",
};

function* codeProblems(path: string, code: string, length: 3 | 4 | undefined): Generator<Problem> {
  if (!code) return;
  if (!/^\d{3,4}$/.test(code)) yield [path, "Three digits, or four on American Express."];
  else if (length !== undefined && code.length !== length)
    yield [path, `This card's security code has ${length} digits.`];
}
