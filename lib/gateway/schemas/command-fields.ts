import { z } from "zod";
import { boundedList, boundedRecord } from "../bounded-list.ts";
import { longestInvoice } from "../field-lengths.ts";
import { request } from "./fields.ts";

/** The parameters of `POST /transactions` by group (contract: Parameters shared by most commands); commands are composed of them. */

const { text, amount, flag, optional, group } = request;

const addressRequest = group({
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
});

const quantity = text(20).pipe(
  z.string().regex(/^-?\d{1,9}(\.\d{1,4})?$/, "must be a quantity such as 2 or 0.5"),
);

const lineitem = z.object({
  product_key: optional(text()),
  sku: optional(text()),
  name: optional(text()),
  description: optional(text(1000)),
  cost: optional(amount),
  qty: optional(quantity),
  tax_amount: optional(amount),
  taxable: optional(text(1)),
  tax_rate: optional(text(20)),
  commodity_code: optional(text()),
  um: optional(text()),
  locationid: optional(text()),
  location_key: optional(text()),
  list_price: optional(amount),
});

const customFields = z
  .preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? undefined : (value ?? undefined)),
    boundedRecord(
      z.record(z.string().regex(/^([1-9]|1\d|20)$/, "keys go from 1 to 20"), text(1000)),
      20,
    ).optional(),
  )
  .optional();

export const amountDetail = group({
  subtotal: optional(amount),
  tax: optional(amount),
  tip: optional(amount),
  discount: optional(amount),
  shipping: optional(amount),
  duty: optional(amount),
  enable_partialauth: optional(flag),
});

export const creditcard = z.object(
  {
    cardholder: optional(text()),
    number: text(64),
    expiration: optional(text(16)),
    cvc: optional(text(8)),
    avs_street: optional(text()),
    avs_zip: optional(text(20)),
    avs_postalcode: optional(text(20)),
  },
  { error: "must hold the card's number and expiration" },
);

export const check = z.object(
  {
    accountholder: optional(text()),
    routing: text(20),
    account: text(40),
    account_type: optional(
      text(20).pipe(
        z
          .string()
          .regex(/^(checking|savings)$/i, "must be checking or savings")
          .or(z.literal("")),
      ),
    ),
    number: optional(text(20)),
    format: optional(text(3)),
  },
  { error: "must hold the account's routing and account number" },
);

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
const lines = { lineitems: optional(boundedList(lineitem, 500)), custom_fields: customFields };

/** Fields of any new payment, for all tenders. */
export const payment = {
  ...order,
  ...receipt,
  ...money,
  ...origin,
  ...customer,
  ...addresses,
  ...lines,
  currency: optional(text(3)),
  drawer_shift: drawerShift,
  ignore_duplicate: optional(flag),
};

/** Additional fields of a card payment. */
export const cardPayment = {
  ...payment,
  terminal: optional(text()),
  save_card: optional(flag),
  traits,
  /** The data of a card's chip; it makes an EMV payment, whose answer has `iccdata`. Not among the contract's parameters. */
  iccdata: optional(text(4000)),
};

/** A capture or an adjustment may add these to the original. */
export const amendment = { ...money, ...order, ...lines };

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

/** A total is needed: `amount`, or an `amount_detail` to sum. */
export function requireAmount<Fields extends { amount?: unknown; amount_detail?: unknown }>(
  fields: Fields,
  context: z.RefinementCtx<Fields>,
): void {
  if (fields.amount === undefined && fields.amount_detail === undefined)
    context.addIssue({ code: "custom", path: ["amount"], message: "is required" });
}

export function requireOriginal<Fields extends { trankey?: unknown; refnum?: unknown }>(
  fields: Fields,
  context: z.RefinementCtx<Fields>,
): void {
  if (!fields.trankey && !fields.refnum)
    context.addIssue({ code: "custom", path: ["trankey"], message: "is required, or refnum" });
}

export function requireCard<Fields extends { creditcard?: unknown; payment_key?: unknown }>(
  fields: Fields,
  context: z.RefinementCtx<Fields>,
): void {
  if (!fields.creditcard && !fields.payment_key)
    context.addIssue({ code: "custom", path: ["creditcard"], message: "is required, or payment_key" });
}
