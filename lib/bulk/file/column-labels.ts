import { keysOf } from "#lib/keys-of.ts";
import { t, text } from "#lib/language/t.ts";
import { type BulkColumn, bulkColumns } from "../../gateway/schemas/bulk.ts";

/** The columns of a bulk file in the order people think of them, with their words for eyes and the names other systems use. */
export const columnLabels = {
  command: { label: text("Command"), also: ["type", "transaction type", "action", "trantype"] },
  amount: { label: text("Amount"), also: ["total", "amt", "total amount", "charge amount", "sum"] },
  cardholder: {
    label: text("Cardholder"),
    also: ["name on card", "card holder", "card name", "cardholder name"],
  },
  ccnum: {
    label: text("Card number or token"),
    also: [
      "card number",
      "cc",
      "cc number",
      "creditcard",
      "credit card",
      "card",
      "pan",
      "token",
      "cardnumber",
    ],
  },
  ccexp: {
    label: text("Expires (MMYY)"),
    also: ["exp", "expiration", "expiry", "exp date", "expiration date", "expires"],
  },
  cvc: { label: text("Security code"), also: ["cvv", "cvv2", "security code", "card code"] },
  avsstreet: { label: text("Card's street"), also: ["avs street", "avs address", "address verification"] },
  avszip: { label: text("Card's ZIP"), also: ["avs zip", "avs postal code", "card zip"] },
  routing: { label: text("Routing number"), also: ["aba", "routing number", "bank routing", "transit"] },
  account: { label: text("Account number"), also: ["account number", "bank account", "dda", "acct"] },
  accounttype: { label: text("Account type"), also: ["account type", "acct type"] },
  accountholder: { label: text("Account holder"), also: ["account holder", "account name", "holder"] },
  checknum: { label: text("Check number"), also: ["check number", "check no", "cheque number"] },
  checkformat: { label: text("Check format"), also: ["check format", "sec", "sec code", "ach format"] },
  trankey: {
    label: text("Earlier transaction"),
    also: ["transaction key", "refnum", "reference number", "trans key"],
  },
  invoice: { label: text("Invoice"), also: ["invoice number", "invoice no", "inv", "invoice id"] },
  orderid: { label: text("Order ID"), also: ["order", "order id", "order number", "order no"] },
  ponum: { label: text("PO number"), also: ["po", "po number", "purchase order"] },
  description: { label: text("Description"), also: ["desc", "memo", "note", "details"] },
  custid: { label: text("Customer ID"), also: ["customer id", "customer", "customer number", "client id"] },
  email: { label: text("Email"), also: ["e mail", "email address", "customer email"] },
  tax: { label: text("Tax"), also: ["sales tax", "vat"] },
  tip: { label: text("Tip"), also: ["gratuity"] },
  source: { label: text("Source"), also: ["api key", "source key"] },
  ...address("billing", text("Billing"), ["bill", "billing"]),
  ...address("shipping", text("Shipping"), ["ship", "shipping"]),
} satisfies Record<BulkColumn, { label: string; also: readonly string[] }>;

/**
 * The gateway's column for each column of a file's header, or null where none is meant. Each is given away once: to the
 * column named exactly so, else to the first that other systems name so.
 */
export function suggestMapping(header: readonly string[]): (BulkColumn | null)[] {
  const mapping: (BulkColumn | null)[] = header.map(() => null);
  const claim = (matches: (column: BulkColumn, name: string) => boolean) => {
    for (const [place, title] of header.entries()) {
      if (mapping[place]) continue;
      const name = plain(title);
      const column = columns.find((one) => !mapping.includes(one) && matches(one, name));
      if (column) mapping[place] = column;
    }
  };
  claim((column, name) => plain(column) === name);
  claim((column, name) => columnLabels[column].also.some((other) => plain(other) === name));
  return mapping;
}

const columns = keysOf(bulkColumns);

/** "Card Number", "card_number" and "CARD-NUMBER" are one name. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "");

function address<Kind extends "billing" | "shipping">(kind: Kind, label: string, prefixes: string[]) {
  const parts = {
    company: [text("company"), ["company"]],
    fname: [text("first name"), ["first name", "firstname"]],
    lname: [text("last name"), ["last name", "lastname", "surname"]],
    street: [text("street"), ["street", "address", "address1", "address 1"]],
    street2: [text("street 2"), ["address2", "address 2"]],
    city: [text("city"), ["city", "town"]],
    state: [text("state"), ["state", "province", "region"]],
    country: [text("country"), ["country"]],
    zip: [text("zip"), ["zip", "postal code", "postalcode", "postcode"]],
    phone: [text("phone"), ["phone", "telephone"]],
  } as const;
  const entries = Object.entries(parts).map(([part, [word, names]]) => [
    `${kind}_${part}`,
    {
      get label() {
        return t("{kind}: {part}", { kind: t(label), part: t(word) });
      },
      // Without a prefix an address is taken for the billing one.
      also: [
        ...prefixes.flatMap((prefix) => names.map((name) => `${prefix} ${name}`)),
        ...(kind === "billing" ? names : []),
      ],
    },
  ]);
  // Built from the very names of the parts.
  return Object.fromEntries(entries) as Record<
    `${Kind}_${keyof typeof parts}`,
    { label: string; also: readonly string[] }
  >;
}
