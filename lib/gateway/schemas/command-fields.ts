import { z } from "zod";
import { boundedList, boundedRecord } from "../bounded-list.ts";
import { checkFormats } from "../codes/check-formats.ts";
import { longestInvoice } from "../field-lengths.ts";
import { isAbsent, request } from "./fields.ts";

/** The parameters of `POST /transactions` by group (contract: Parameters shared by most commands); commands are composed of them. */

const { text, amount, flag, optional, group, unlessEmpty } = request;

const addressRequest = z
  .preprocess(
    withOwnNames,
    group({
      company: optional(text()),
      firstname: optional(text()),
      lastname: optional(text()),
      street: optional(text()),
      street2: optional(text()),
      city: optional(text()),
      state: optional(text()),
      postalcode: optional(text()),
      country: optional(text()),
      phone: optional(text()),
      fax: optional(text()),
    }),
  )
  .optional();

/** Replies spell the names `first_name` and `last_name`, and so do clients that send an address back. */
function withOwnNames(address: unknown): unknown {
  if (typeof address !== "object" || address === null) return address;
  const { first_name, last_name, ...others }: Record<string, unknown> = { ...address };
  return Array.isArray(address) || (first_name === undefined && last_name === undefined)
    ? address
    : { firstname: first_name, lastname: last_name, ...others };
}

/** A computed JSON number (0.1 + 0.2) is the quantity within a millionth, as an amount is. */
const quantity = z
  .preprocess((value) => (typeof value === "number" ? nearest(value) : value), text(20))
  .pipe(z.string().regex(/^-?\d{1,9}(\.\d{1,4})?$/, "must be a quantity such as 2 or 0.5"));

function nearest(quantity: number): number {
  const rounded = Number(quantity.toFixed(4));
  return Math.abs(quantity - rounded) <= 1e-6 ? rounded : quantity;
}

/** It may have fractions of a cent, which are kept as they are sent. */
const unitPrice = z.union([amount, quantity], { error: "must be a price such as 12.34 or 0.0125" });

const lineitem = z.object({
  product_key: optional(text()),
  sku: optional(text()),
  name: optional(text()),
  description: optional(text(1000)),
  cost: optional(unitPrice),
  qty: optional(quantity),
  tax_amount: optional(amount),
  /** Read in any spelling of a boolean, kept as replies have it. */
  taxable: optional(flag.transform((isTaxable) => (isTaxable ? "Y" : "N"))),
  tax_rate: optional(text(20)),
  commodity_code: optional(text()),
  um: optional(text()),
  locationid: optional(text()),
  location_key: optional(text()),
  list_price: optional(unitPrice),
});

// A check box is a boolean in the programs that send it.
const customField = z.preprocess((value) => (typeof value === "boolean" ? String(value) : value), text(1000));

const customFields = z
  .preprocess(
    withoutEmpty,
    boundedRecord(
      z.record(z.string().regex(/^([1-9]|1\d|20)$/, "keys go from 1 to 20"), customField),
      20,
    ).optional(),
  )
  .optional();

/** The fields that have a value; undefined where none has. */
function withoutEmpty(fields: unknown): unknown {
  if (isAbsent(fields)) return undefined;
  if (typeof fields !== "object" || (Array.isArray(fields) && fields.length > 0)) return fields;
  const given = Object.entries(fields ?? {}).filter(([, value]) => !isAbsent(value));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

export const amountDetail = group({
  subtotal: optional(amount),
  tax: optional(amount),
  tip: optional(amount),
  discount: optional(amount),
  shipping: optional(amount),
  duty: optional(amount),
  enable_partialauth: optional(flag),
});

const cardFields = {
  cardholder: optional(text()),
  number: text(64),
  expiration: optional(text(16)),
  cvc: optional(text(8).pipe(z.string().regex(/^\s*\d{3,4}\s*$/, "must be 3 or 4 digits"))),
  avs_street: optional(text()),
  avs_zip: optional(text(20)),
  avs_postalcode: optional(text(20)),
};
const cardError = { error: "must hold the card's number and expiration" };

export const creditcard = z.object(cardFields, cardError);

/** A card that a key beside it may name: without a number of its own, it adds the holder and the address. */
export const namedCard = unlessEmpty(z.object({ ...cardFields, number: optional(text(64)) }, cardError));

const checkFields = {
  accountholder: optional(text()),
  routing: text(20),
  account: text(40),
  account_type: optional(
    text(20).pipe(z.string().regex(/^(checking|savings)$/i, "must be checking or savings")),
  ),
  number: optional(text(20)),
  format: optional(
    text(20).pipe(
      z
        .string()
        .regex(
          new RegExp(`^(${checkFormats.join("|")})$`, "i"),
          `must be ${checkFormats.join(", ")} or blank`,
        ),
    ),
  ),
};

export const check = z.object(checkFields, { error: "must hold the account's routing and account number" });

/** An account that a key beside it may name: without a number of its own, it adds the holder and the check's number. */
export const namedCheck = group({
  ...checkFields,
  routing: optional(text(20)),
  account: optional(text(40)),
});

const traits = group({
  is_debt: optional(flag),
  is_bill_pay: optional(flag),
  is_recurring: optional(flag),
  is_healthcare: optional(flag),
  is_cash_advance: optional(flag),
});

/** Descriptive texts of the payment. */
export const order = {
  invoice: optional(text(longestInvoice)),
  ponum: optional(text()),
  orderid: optional(text()),
  description: optional(text(1000)),
};

export const receipt = {
  email: optional(text()),
  send_receipt: optional(flag),
  merchemailaddr: optional(text()),
  "receipt-custemail": optional(text()),
  "receipt-merchemail": optional(text()),
};

export const money = {
  amount: optional(amount),
  amount_detail: amountDetail,
  enable_partialauth: optional(flag),
};

const origin = {
  clientip: optional(text()),
  software: optional(text()),
  clerk: optional(text()),
  comments: optional(text(4000)),
};

/** Which cash drawer a payment belongs to; not among the contract's parameters, kept and shown back where it is given. */
const drawerShift = group({ key: optional(text(64)), clerk_key: optional(text(64)) });

const customer = {
  custkey: optional(text()),
  save_customer: optional(flag),
  save_customer_paymethod: optional(flag),
};

const addresses = { billing_address: addressRequest, shipping_address: addressRequest };
const lines = { lineitems: unlessEmpty(boundedList(lineitem, 500)), custom_fields: customFields };

/** What describes a payment beside its amount and may be changed until it is settled. */
export const amendable = { ...order, ...lines };

const description = {
  ...amendable,
  ...origin,
  ...addresses,
  currency: optional(text(3)),
  drawer_shift: drawerShift,
};

const cardDescription = { terminal: optional(text()), traits };

/** What describes a payment of any tender beside its amount, kept as it was sent. */
export const descriptive = { ...description, ...cardDescription };

/** Fields of any new payment, for all tenders. */
export const payment = {
  ...description,
  ...receipt,
  ...money,
  ...customer,
  ignore_duplicate: optional(flag),
};

/** Additional fields of a card payment. */
export const cardPayment = {
  ...payment,
  ...cardDescription,
  save_card: optional(flag),
  /** The data of a card's chip; it makes an EMV payment, whose answer has `iccdata`. Not among the contract's parameters. */
  iccdata: optional(text(4000)),
};

/** A capture or an adjustment may add these to the original. */
export const amendment = { ...money, ...amendable };

/** What a repeated payment may change; the rest is copied from the original. */
export const repeat = {
  ...order,
  ...receipt,
  ...money,
  custkey: optional(text()),
  clientip: optional(text()),
  /** Not in the contract's list for these two commands; accepted, and a gateway may drop them. */
  clerk: optional(text()),
  comments: optional(text(4000)),
  ignore_duplicate: optional(flag),
};

/** The earlier transaction a command acts on; either name, key or refnum. With both, `trankey` wins. */
export const original = { trankey: optional(text(64)), refnum: optional(text(64)) };

export const paymentKey = { payment_key: optional(text()) };
