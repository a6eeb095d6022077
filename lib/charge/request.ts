import { amountFormat, typedCents } from "../format/amount-text.ts";
import { cleanExpiry } from "../format/expiry-text.ts";
import { readDigits } from "../forms/digits.ts";
import { toDecimal } from "../money.ts";
import { currencyIn, fieldsInUse, type NamedField, type ValidCharge, valueIn } from "./fields/values.ts";
import { kindIn } from "./kinds.ts";
import { toLineItems } from "./line-items/line-item-sums.ts";
import { type Payment, toPayment } from "./payment.ts";

export type Charge = Payment & {
  /** The request without `command`. */
  body: Record<string, unknown>;
  /** What is kept with the request but never sent. */
  kept?: Record<string, string>;
};

/** The wire shape of valid values (contract: POST /transactions). Blank fields are left out. */
export function toCharge(values: ValidCharge): Charge {
  const payment = toPayment(values);
  const kept = toKept(values);
  return {
    ...payment,
    body: toBody(values, payment.amountCents),
    ...(Object.keys(kept).length > 0 && { kept }),
  };
}

/** Such as cash received, for the change on the result and on the receipt. */
function toKept(values: ValidCharge): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const field of fieldsInUse(values)) {
    const value = valueIn(values, field);
    if (field.stored && value !== "") kept[field.stored] = String(toWire(field, String(value), undefined));
  }
  return kept;
}

function toBody(values: ValidCharge, amountCents: number | undefined): Record<string, unknown> {
  const { tender, ignoreDuplicate } = values;
  const items = toLineItems(values.items, currencyIn(values));
  const fields = fieldsInUse(values);
  const isOfTender = ({ group }: NamedField) => group === tender;
  const tenderFields = atPaths(values, fields.filter(isOfTender));
  // The gateway wants a date with a token too, and ignores it.
  if (tender === "token" && !values.token.paymentKey)
    tenderFields.creditcard = { number: undefined, expiration: "0000", ...tenderFields.creditcard };
  const { amount_detail, ...rest } = atPaths(
    values,
    fields.filter((field) => !isOfTender(field)),
  );
  // A part is better than nothing: the rest is collected another way, or the part is undone.
  const kind = kindIn(values);
  const isPartial = (tender === "card" || tender === "token") && (kind === "now" || kind === "later");
  const partial = isPartial && { enable_partialauth: true };
  const detail = { ...amount_detail, ...partial };
  return {
    ...tenderFields,
    ...(amountCents !== undefined && { amount: toDecimal(amountCents) }),
    ...(Object.keys(detail).length > 0 && { amount_detail: detail }),
    ...rest,
    ...(items.length > 0 && { lineitems: items }),
    ...(ignoreDuplicate && amountCents !== undefined && { ignore_duplicate: true }),
    software: "Merchant Console",
  };
}

type Wire = Record<string, unknown> & { [Group in "creditcard" | "amount_detail"]?: Record<string, unknown> };

/** The values of these fields at their paths in the request. */
function atPaths(values: ValidCharge, fields: readonly NamedField[]): Wire {
  const body: Wire = {};
  for (const field of fields) {
    const value = valueIn(values, field);
    const [name, inner] = field.wire?.split(".") ?? [];
    if (name === undefined || value === "" || value === false) continue;
    const sent = toWire(field, value, currencyIn(values));
    if (inner === undefined) body[name] = sent;
    else body[name] = { ...Object(body[name]), [inner]: sent };
  }
  return body;
}

function toWire(field: NamedField, value: string | true, currency: string | undefined): unknown {
  if (value === true) return value;
  if (field.control === "cardNumber") return readDigits(value);
  if (field.control === "expiry") return cleanExpiry(value);
  if (field.control === "amount") return toDecimal(typedCents(value, amountFormat(currency)) ?? 0);
  return field.toWire?.(value) ?? value;
}
