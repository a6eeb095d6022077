import type { FieldPath } from "react-hook-form";
import type { Attempt } from "#lib/attempt.ts";
import type { ChargeValues } from "#lib/charge/values.ts";
import { outcomeErrors } from "#lib/gateway/errors.ts";

type ChargePath = FieldPath<ChargeValues>;

/** The gateway's reasons at the fields of the form they are about, as far as it tells. */
export function fieldReasons(attempt: Attempt): [ChargePath, string][] {
  const { transaction, problem, tender } = attempt;
  if (transaction?.result_code === "E") {
    const path = byErrorCode(Number(transaction.error_code), tender);
    return path ? [[path, transaction.error ?? "The gateway does not take this."]] : [];
  }
  return Object.entries(problem?.fields ?? {}).flatMap(([wirePath, reason]) => {
    const path = byWirePath(wirePath, tender);
    return path ? [[path, `The gateway says: ${reason}.`] as [ChargePath, string]] : [];
  });
}

function byErrorCode(code: number, tender: Attempt["tender"]): ChargePath | undefined {
  const { invalidRouting, invalidAccount, overMaximum, amountNotPositive } = outcomeErrors;
  if (numberCodes.includes(code)) return tender === "token" ? "token.token" : "card.number";
  if (expiryCodes.includes(code)) return tender === "token" ? "token.token" : "card.expiration";
  if (tokenCodes.includes(code)) return tender === "token" ? "token.token" : "card.number";
  if (code === invalidRouting.code) return "check.routing";
  if (code === invalidAccount.code) return "check.account";
  if (code === overMaximum.code || code === amountNotPositive.code) return "amount";
  return undefined;
}

const codesOf = (...names: (keyof typeof outcomeErrors)[]): number[] =>
  names.map((name) => outcomeErrors[name].code);
const numberCodes = codesOf(
  "invalidCardNumber",
  "cardNumberLength",
  "cardNumberCheckDigit",
  "cardTypeNotAccepted",
);
const expiryCodes = codesOf("expirationDigits", "expirationForm", "expired", "expirationMonth");
const tokenCodes = codesOf("unknownToken", "invalidToken", "cardNotTokenizable");

function byWirePath(wirePath: string, tender: Attempt["tender"]): ChargePath | undefined {
  const address = /^(billing|shipping)_address\.(\w+)$/.exec(wirePath);
  const known = address
    ? `${address[1]}.${address[2]}`
    : ((tender === "token" ? tokenPaths[wirePath] : undefined) ?? wirePaths[wirePath]);
  return known as ChargePath | undefined; // an address holds the wire's own names; the tables hold paths
}

const tokenPaths: Record<string, ChargePath> = {
  "creditcard.number": "token.token",
  "creditcard.expiration": "token.token",
  "creditcard.cvc": "token.cvc",
};

const wirePaths: Record<string, ChargePath> = {
  amount: "amount",
  "creditcard.number": "card.number",
  "creditcard.expiration": "card.expiration",
  "creditcard.cvc": "card.cvc",
  "creditcard.cardholder": "card.name",
  "creditcard.avs_street": "card.street",
  "creditcard.avs_zip": "card.postalCode",
  "check.accountholder": "check.name",
  "check.routing": "check.routing",
  "check.account": "check.account",
  "check.account_type": "check.accountType",
  "check.number": "check.number",
  "check.format": "check.format",
  invoice: "order.invoice",
  ponum: "order.ponum",
  orderid: "order.orderid",
  description: "order.description",
  comments: "order.comments",
  email: "receipt.email",
};
