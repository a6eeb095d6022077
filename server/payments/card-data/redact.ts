import { maskAccountNumber } from "#lib/card-data/bank-numbers.ts";
import { isToken, maskCardNumber } from "#lib/gateway/card-number.ts";

/** A request as it may be stored: card and account numbers and payment keys masked, without the security code. Tokens stay. */
export function redactRequest(body: Record<string, unknown>): Record<string, unknown> {
  const kept = { ...body };
  if (isObject(body.creditcard)) kept.creditcard = redactCard(body.creditcard);
  if (typeof body.payment_key === "string") kept.payment_key = `…${body.payment_key.slice(-4)}`;
  if (isObject(body.check))
    kept.check = { ...body.check, account: maskAccountNumber(String(body.check.account ?? "")) };
  return kept;
}

function redactCard({ cvc, ...card }: Record<string, unknown>): Record<string, unknown> {
  const number = String(card.number ?? "");
  return {
    ...card,
    number: isToken(number) ? number : maskCardNumber(number),
    // Only whether there was one: no match may be claimed for a code that was not sent.
    cvc_sent: cvc !== undefined && cvc !== "",
  };
}

/** What identifies the card or account, for its fingerprint; undefined for cash. A payment key is taken for its card. */
export function payerNumber(body: Record<string, unknown>): string | undefined {
  if (typeof body.payment_key === "string") return body.payment_key;
  if (isObject(body.creditcard)) return String(body.creditcard.number ?? "");
  if (isObject(body.check)) return `${body.check.routing}/${body.check.account}`;
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
