import { currencyOf } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { asText, type Detail, type DetailGroup, given } from "./detail.ts";

/** The gateway's records about the card's bank, fraud, origin and customer, by the contract's fields. Unknown ones keep their names. */
export function toRecords({ bin, fraud, origin, customer }: TransactionDetail): DetailGroup[] {
  return [
    { id: "customer", title: "Customer", details: labeled(customer, customerLabels) },
    { id: "bin", title: "Card's bank", details: labeled(bin, binLabels) },
    { id: "fraud", title: "Fraud check", details: labeled(fraud, fraudLabels) },
    { id: "origin", title: "Origin", details: labeled(origin, originLabels) },
  ];
}

/** Fields of the payment that matter to support and to bookkeepers: currency, traits, receipts, codes. */
export function toCodes(transaction: TransactionDetail): Detail[] {
  const { currency, receipts, drawer_shift: shift, iccdata } = transaction;
  return given([
    ["Currency", currency && `${currencyOf(currency).code} (${currency})`],
    ["Traits", traitsOf(transaction)],
    ["Customer's receipt", receipts?.customer],
    ["Our receipt", receipts?.merchant],
    ["Drawer shift", shift?.key],
    ["Drawer clerk", shift?.clerk_key],
    ["Chip data", iccdata],
    ["Type code", transaction.trantype_code],
    ["Status code", transaction.status_code],
    ["Result code", transaction.result_code],
    ["Error", transaction.error],
    ["Error code", transaction.error_code],
  ]);
}

type Labels = Record<string, string>;

function labeled(record: Record<string, unknown> | undefined, labels: Labels): Detail[] {
  return given(
    Object.entries(record ?? {})
      .filter(([name]) => name !== "type" || labels.type !== undefined)
      .map(([name, value]) => [labels[name] ?? name, readable(value)] as const),
  );
}

/** A list in one line for each item; "Y" and "N" in words. */
function readable(value: unknown): string | undefined {
  if (value === "Y" || value === true) return "Yes";
  if (value === "N" || value === false) return "No";
  if (Array.isArray(value)) return value.map(itemText).filter(Boolean).join("; ") || undefined;
  if (typeof value === "object" && value !== null) return itemText(value) || undefined;
  return asText(value);
}

const itemText = (item: unknown): string =>
  typeof item === "object" && item !== null
    ? Object.entries(item)
        .flatMap(([name, value]) => (asText(value) ? [`${name} ${asText(value)}`] : []))
        .join(", ")
    : (asText(item) ?? "");

function traitsOf({ traits }: TransactionDetail): string | undefined {
  const set = Object.entries(traits ?? {}).filter(([, value]) => readable(value) === "Yes" || value === "1");
  return set.map(([name]) => traitLabels[name] ?? name).join(", ") || undefined;
}

const traitLabels: Labels = {
  is_debt: "Debt repayment",
  is_bill_pay: "Bill payment",
  is_recurring: "Recurring",
  is_healthcare: "Healthcare",
  is_cash_advance: "Cash advance",
};

const customerLabels: Labels = {
  key: "Customer key",
  custid: "Gateway's customer number",
  customerid: "Customer number",
  company: "Company",
  first_name: "First name",
  last_name: "Last name",
  street: "Street",
  street2: "Street, line 2",
  city: "City",
  state: "State",
  postalcode: "Postal code",
  country: "Country",
  phone: "Phone",
  fax: "Fax",
  email: "Email",
  url: "Website",
  notes: "Notes",
  description: "Description",
  custom_fields: "Custom fields",
  payment_methods: "Payment methods",
  billing_schedules: "Billing schedules",
};

const binLabels: Labels = {
  bin: "First digits (BIN)",
  number: "Number looked up",
  type: "Card type",
  issuer: "Issuer",
  bank: "Bank",
  country: "Country",
  country_name: "Country name",
  country_iso: "Country code",
  location: "Location",
  phone: "Bank's phone",
  category: "Category",
  data_source: "Source of this",
};

const fraudLabels: Labels = { card_blocked: "Card blocked" };

const originLabels: Labels = {
  source_name: "API key",
  source_key: "API key's id",
  api_type: "Interface",
  clientip: "Client address",
  clientip_country: "Client's country",
  serverip: "Server address",
  serverip_country: "Server's country",
  software: "Software",
  user: "User",
};
