import type { ChargeField } from "#lib/charge/field.ts";
import { chargeFields } from "#lib/charge/fields.ts";
import { atPath } from "#lib/charge/kept-fields.ts";
import { formatDay, formatMoment } from "#lib/format/dates.ts";
import { returnReason } from "#lib/gateway/codes/ach-returns.ts";
import type { Address, TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { kindOf, payerOf, stateOf } from "#lib/transaction-labels.ts";
import { asText, type Detail, type DetailGroup, given } from "./detail.ts";
import { toCodes, toRecords } from "./records.ts";

/**
 * Everything a transaction's detail holds, in words and in groups; empty fields are left out. Fields that are in no group
 * come last, as the gateway sent them.
 */
export function toDetails(transaction: TransactionDetail): DetailGroup[] {
  return [
    { id: "payment", details: payment(transaction) },
    { id: "card", details: card(transaction) },
    { id: "check", details: check(transaction) },
    { id: "people", details: people(transaction) },
    { id: "custom", title: "Custom fields", details: custom(transaction) },
    ...toRecords(transaction),
    { id: "codes", title: "Codes and records", details: toCodes(transaction) },
    { id: "other", title: "Other, as the gateway sent it", details: other(transaction), raw: true as const },
  ].filter(({ details }) => details.length > 0);
}

/** The details as lines of text, for the clipboard. */
export function toText(groups: readonly DetailGroup[]): string {
  return groups
    .flatMap(({ details }) => details)
    .flatMap(({ label, value }) => {
      const text = typeof value === "string" ? value : value.join(", ");
      return [`${label}: ${text}`];
    })
    .join("\n");
}

function payment(transaction: TransactionDetail): Detail[] {
  const { key, refnum, authcode, trantype, status, created } = transaction;
  const { text, attempt } = readComments(transaction.comments);
  const { word } = stateOf(transaction);
  return [
    ...given([["Key", key]]).map((detail) => ({ ...detail, mono: true as const })),
    ...given([
      ["Reference", refnum],
      ["Attempt", attempt],
      ["Authorization", authcode],
      ["Type", sentence(trantype) ?? kindOf(transaction)],
      ["Status", word],
      ["Gateway status", status === word ? undefined : sentence(status)],
      ["Created", created && moment(created)],
    ]),
    ...order({ ...transaction, comments: text }),
    ...given([
      ...notTyped.map(([label, name]) => [label, transaction[name]] as const),
      ["Platform", transaction.platform?.name],
      ["Batch", transaction.batch?.sequence],
      ["Batch reference", transaction.batch?.batchrefnum ?? transaction.batch?.key],
      ["Processor reference", transaction.proc_refnum],
      ["Client address", transaction.clientip],
      ["Duplicate", transaction.is_duplicate === "Y" ? "Yes" : undefined],
    ]),
  ];
}

/** What the charge form's order fields sent. */
const order = (transaction: TransactionDetail): Detail[] =>
  orderFields.flatMap(({ label, detail = label, wire, team }) =>
    given([[detail, asText(atPath(transaction, wire))]]).map((shown) => (team ? { ...shown, team } : shown)),
  );

const orderFields = Object.values<ChargeField>(chargeFields.order).flatMap(({ wire = "", ...field }) =>
  wire ? { ...field, wire } : [],
);

const sentByForm = new Set<string>(orderFields.map(({ wire }) => wire));

/** Words about the payment that the charge form has no field for. */
const notTyped = (
  [
    ["Clerk", "clerk"],
    ["Terminal", "terminal"],
    ["Source", "source_name"],
  ] as const
).filter(([, name]) => !sentByForm.has(name));

/** The comments without the reference that this console adds to them, and that reference. */
function readComments(comments: string | undefined): {
  text: string | undefined;
  attempt: string | undefined;
} {
  const match = /^(.*?) ?\[([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})\]$/s.exec(comments ?? "");
  return match ? { text: match[1] || undefined, attempt: match[2] } : { text: comments, attempt: undefined };
}

function card({ creditcard, savedcard, ...transaction }: TransactionDetail): Detail[] {
  if (!creditcard) return [];
  return given([
    ["Paid with", payerOf({ ...transaction, creditcard })],
    ["Name on card", creditcard.cardholder],
    ["Entry", creditcard.entry_mode],
    ["Card category", creditcard.category_code],
    ["Chip application", creditcard.aid],
    ["Address checked", creditcard.avs_street],
    ["Postal code checked", creditcard.avs_postalcode ?? creditcard.avs_zip],
    ["Saved as", savedcard?.key],
  ]);
}

function check({ check: paper }: TransactionDetail): Detail[] {
  if (!paper) return [];
  return given([
    ["Account holder", paper.accountholder],
    ["Check number", paper.checknum],
    ["Tracking number", paper.trackingnum],
    ["Effective", day(paper.effective)],
    ["Processed", day(paper.processed)],
    ["Settled", day(paper.settled)],
    ["Returned", day(paper.returned)],
    ["Bank's note", returnReason(paper.banknote)],
  ]);
}

function people(transaction: TransactionDetail): Detail[] {
  return [
    ...addressDetail("Billing address", transaction.billing_address),
    ...addressDetail("Shipping address", transaction.shipping_address),
    ...given([
      ["Customer's receipt to", transaction.customer_email],
      ["Our copy to", transaction.merchant_email],
      ["Customer key", transaction.cust_key ?? transaction.custkey],
      ["Customer number", transaction.customerid],
      ["Gateway's customer number", transaction.custid],
    ]),
  ];
}

function addressDetail(label: string, address: Address | undefined): Detail[] {
  if (!address) return [];
  const { company, street, street2, city, state, postalcode, country, phone } = address;
  const name = words(address.first_name ?? address.firstname, address.last_name ?? address.lastname);
  const lines = [name, company, street, street2, words(city, state, postalcode), country, phone];
  const value = lines.flatMap((line) => line || []);
  return value.length > 0 ? [{ label, value }] : [];
}

function custom({ custom_fields }: TransactionDetail): Detail[] {
  return given(
    Object.entries(custom_fields ?? {})
      .filter(([number]) => !sentByForm.has(`custom_fields.${number}`))
      .map(([number, value]) => [`Field ${number}`, asText(value)] as const),
  );
}

/** Fields that are shown elsewhere on the page or above; anything else is from a gateway that knows more than we do. */
const shown = new Set<string>([
  ...["type", "key", "refnum", "is_duplicate", "result_code", "result", "error", "error_code", "authcode"],
  ...["creditcard", "avs", "cvc", "batch", "customer", "savedcard", "auth_amount", "trantype"],
  ...["proc_refnum", "receipts", "created", "trantype_code", "status_code", "status", "check", "amount"],
  ...["amount_detail", "terminal", "clerk", "cust_key", "custkey"],
  ...["custid", "customerid", "customer_email", "merchant_email", "clientip", "source_name"],
  ...[
    "billing_address",
    "shipping_address",
    "lineitems",
    "custom_fields",
    "platform",
    "bin",
    "fraud",
    "origin",
  ],
  ...["available_actions", "drawer_shift", "currency", "traits", "iccdata"],
  ...sentByForm,
]);

function other(transaction: TransactionDetail): Detail[] {
  const extra = Object.entries(transaction).filter(([name]) => !shown.has(name));
  return given(extra.map(([label, value]) => [label, asText(value)] as const));
}

const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" ");

/** "2026-11-20 14:12:08" → "Nov 20, 2026, 2:12:08 PM". Other texts as they came. */
const moment = (text: string) =>
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(text)
    ? formatMoment(text, { weekday: false, year: true, seconds: true })
    : text;

const day = (text: string | undefined) => text && formatDay(text.slice(0, 10));

/** "Credit Card Sale" → "Credit card sale", "Authorized (Pending Settlement)" → "Authorized, pending settlement". Abbreviations stay. */
function sentence(text: string | undefined): string | undefined {
  return text
    ?.replace(/ \((.+)\)$/, ", $1")
    .replace(/(?<=.)\b([A-Z])(?=[a-z])/g, (letter) => letter.toLowerCase());
}
