import { z } from "zod";
import { reply } from "./fields.ts";

/** A transaction as the gateway answers it (contract: Transaction, Transaction detail). Fields appear only when they apply. */

const coded = reply.object({ result_code: reply.text, result: reply.text });

const creditcardReply = reply.object({
  number: reply.text,
  cardholder: reply.text,
  category_code: reply.text,
  entry_mode: reply.text,
  avs_street: reply.text,
  avs_postalcode: reply.text,
  avs_zip: reply.text,
  type: reply.text,
  aid: reply.text,
});

const batchReference = reply.object({
  type: reply.text,
  key: reply.text,
  batchrefnum: reply.text,
  sequence: reply.text,
});

const addressReply = reply.object({
  company: reply.text,
  first_name: reply.text,
  last_name: reply.text,
  firstname: reply.text,
  lastname: reply.text,
  street: reply.text,
  street2: reply.text,
  city: reply.text,
  state: reply.text,
  country: reply.text,
  postalcode: reply.text,
  phone: reply.text,
  fax: reply.text,
});

const lineitemReply = z.looseObject({
  sku: reply.text,
  name: reply.text,
  description: reply.text,
  cost: reply.amount,
  taxable: reply.yesNo,
  qty: reply.text,
  tax_amount: reply.amount,
  tax_rate: reply.text,
  product_key: reply.text,
  commodity_code: reply.text,
  um: reply.text,
  locationid: reply.text,
  location_key: reply.text,
  list_price: reply.amount,
});

/** The answer of a processing command. `result_code` is what makes an answer a transaction. */
export const transaction = z.looseObject({
  type: reply.text,
  key: reply.text,
  refnum: reply.text,
  is_duplicate: reply.yesNo,
  result_code: reply.text,
  result: reply.text,
  error: reply.text,
  error_code: reply.text,
  authcode: reply.text,
  creditcard: creditcardReply,
  invoice: reply.text,
  avs: coded,
  cvc: coded,
  batch: batchReference,
  customer: reply.record,
  savedcard: reply.object({ type: reply.text, key: reply.text, cardnumber: reply.text }),
  auth_amount: reply.amount,
  /** Number by ISO 4217; missing for the merchant's own. */
  currency: reply.text,
  trantype: reply.text,
  iccdata: reply.longText,
  proc_refnum: reply.text,
  receipts: reply.object({ customer: reply.longText, merchant: reply.longText }),
});
export type Transaction = z.infer<typeof transaction>;

/** The answer of `GET /transactions/{trankey}`, and an item of a batch's transactions. */
export const transactionDetail = transaction.extend({
  created: reply.text,
  trantype_code: reply.text,
  status_code: reply.text,
  status: reply.text,
  check: reply.object({
    accountholder: reply.text,
    checknum: reply.text,
    trackingnum: reply.text,
    effective: reply.text,
    processed: reply.text,
    settled: reply.text,
    returned: reply.text,
    banknote: reply.text,
  }),
  amount: reply.amount,
  amount_detail: reply.object({
    tip: reply.amount,
    tax: reply.amount,
    shipping: reply.amount,
    duty: reply.amount,
    discount: reply.amount,
    subtotal: reply.amount,
  }),
  ponum: reply.text,
  orderid: reply.text,
  description: reply.text,
  comments: reply.longText,
  terminal: reply.text,
  clerk: reply.text,
  traits: reply.record,
  drawer_shift: reply.object({ key: reply.text, clerk_key: reply.text }),
  cust_key: reply.text,
  custkey: reply.text,
  custid: reply.text,
  customerid: reply.text,
  customer_email: reply.text,
  merchant_email: reply.text,
  clientip: reply.text,
  source_name: reply.text,
  billing_address: addressReply,
  shipping_address: addressReply,
  lineitems: reply.list(lineitemReply),
  custom_fields: reply.record,
  platform: reply.object({ name: reply.text }),
  bin: reply.record,
  fraud: reply.record,
  origin: reply.record,
  available_actions: reply.list(z.string()),
});
export type TransactionDetail = z.infer<typeof transactionDetail>;
export type Address = NonNullable<TransactionDetail["billing_address"]>;
export type LineItem = NonNullable<TransactionDetail["lineitems"]>[number];
