import { type CustomFields, noCustomFields } from "#lib/charge/fields/custom-fields.ts";
import type { ChargeField } from "#lib/charge/fields/field.ts";
import { atPath } from "#lib/charge/fields/kept-fields.ts";
import { chargeFields } from "#lib/charge/fields.ts";
import { formatDay, formatMoment } from "#lib/format/dates.ts";
import { returnReason } from "#lib/gateway/codes/ach-returns.ts";
import type { Address, TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { kindOf, paymentMethodOf, stateOf } from "#lib/payments/transaction-labels.ts";
import { asText, type Detail, type DetailGroup, given } from "./detail.ts";
import { toCodes, toRecords } from "./records.ts";

/**
 * Everything a transaction's detail holds, in words and in groups; empty fields are left out. Fields that are in no group
 * come last, as the gateway sent them. `names` are those of custom fields.
 */
export function toDetails(
  transaction: TransactionDetail,
  names: CustomFields = noCustomFields,
): DetailGroup[] {
  return [
    { id: "payment", details: payment(transaction) },
    { id: "card", details: card(transaction) },
    { id: "check", details: check(transaction) },
    { id: "people", details: people(transaction) },
    { id: "custom", title: t("Custom fields"), details: custom(transaction, names) },
    ...toRecords(transaction),
    { id: "codes", title: t("Codes and records"), details: toCodes(transaction) },
    {
      id: "other",
      title: t("Other, as the gateway sent it"),
      details: other(transaction),
      raw: true as const,
    },
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
    ...given([[t("Key"), key]]).map((detail) => ({ ...detail, mono: true as const })),
    ...given([
      [t("Reference"), refnum],
      [t("Attempt"), attempt],
      [t("Authorization"), authcode],
      [t("Type"), (trantype ? sentence(translate(trantype)) : undefined) ?? kindOf(transaction)],
      [t("Status"), word],
      [
        t("Gateway status"),
        status !== undefined && translate(status) === word ? undefined : sentence(translate(status ?? "")),
      ],
      [t("Created"), created && moment(created)],
    ]),
    ...order({ ...transaction, comments: text }),
    ...given([
      ...notTyped.map(([label, name]) => [t(label), transaction[name]] as const),
      [t("Platform"), transaction.platform?.name],
      [t("Batch"), transaction.batch?.sequence],
      [t("Batch reference"), transaction.batch?.batchrefnum ?? transaction.batch?.key],
      [t("Processor reference"), transaction.proc_refnum],
      [t("Client address"), transaction.clientip],
      [t("Duplicate"), transaction.is_duplicate === "Y" ? t("Yes") : undefined],
    ]),
  ];
}

/** What the charge form's order fields sent. */
const order = (transaction: TransactionDetail): Detail[] =>
  orderFields.flatMap(({ label, detail = label, wire, isInternal }) =>
    given([[detail, asText(atPath(transaction, wire))]]).map((shown) =>
      isInternal ? { ...shown, isInternal } : shown,
    ),
  );

const orderFields = Object.values<ChargeField>(chargeFields.order).filter(({ wire }) => wire);

const sentByForm = new Set(orderFields.map(({ wire = "" }) => wire));

/** Words about the payment that the charge form has no field for. */
const notTyped = (
  [
    [text("Clerk"), "clerk"],
    [text("Terminal"), "terminal"],
    [text("Source"), "source_name"],
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
    [t("Paid with"), paymentMethodOf({ ...transaction, creditcard })],
    [t("Name on card"), creditcard.cardholder],
    [t("Entry"), sentence(translate(creditcard.entry_mode ?? ""))],
    [t("Card category"), creditcard.category_code],
    [t("Chip application"), creditcard.aid],
    [t("Address checked"), creditcard.avs_street],
    [t("Postal code checked"), creditcard.avs_postalcode ?? creditcard.avs_zip],
    [t("Saved as"), savedcard?.key],
  ]);
}

function check({ check: paper }: TransactionDetail): Detail[] {
  if (!paper) return [];
  return given([
    [t("Account holder"), paper.accountholder],
    [t("Check number"), paper.checknum],
    [t("Tracking number"), paper.trackingnum],
    [t("Effective"), day(paper.effective)],
    [t("Processed"), day(paper.processed)],
    [t("Settled"), day(paper.settled)],
    [t("Returned"), day(paper.returned)],
    [t("Bank's note"), returnReason(paper.banknote)],
  ]);
}

function people(transaction: TransactionDetail): Detail[] {
  return [
    ...addressDetail(t("Billing address"), transaction.billing_address),
    ...addressDetail(t("Shipping address"), transaction.shipping_address),
    ...given([
      [t("Customer's receipt to"), transaction.customer_email],
      [t("Our copy to"), transaction.merchant_email],
      [t("Customer key"), transaction.cust_key ?? transaction.custkey],
      [t("Customer number"), transaction.customerid],
      [t("Gateway's customer number"), transaction.custid],
    ]),
  ];
}

function addressDetail(label: string, address: Address | undefined): Detail[] {
  if (!address) return [];
  const { company, street, street2, city, state, postalcode, country, phone, fax } = address;
  const name = words(address.first_name ?? address.firstname, address.last_name ?? address.lastname);
  const lines = [
    name,
    company,
    street,
    street2,
    words(city, state, postalcode),
    country,
    phone,
    fax && t("Fax {fax}", { fax }),
  ];
  const value = lines.flatMap((line) => line || []);
  return value.length > 0 ? [{ label, value }] : [];
}

function custom({ custom_fields }: TransactionDetail, names: CustomFields): Detail[] {
  return given(
    Object.entries(custom_fields ?? {})
      .filter(([number]) => !sentByForm.has(`custom_fields.${number}`))
      .map(
        ([number, value]) => [names[number]?.name ?? t("Field {number}", { number }), asText(value)] as const,
      ),
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
