import { currencyOf } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t, translated } from "#lib/language/t.ts";
import { asText, type Detail, type DetailGroup, given } from "./detail.ts";

/** The gateway's records about the card's bank, fraud, origin and customer, by the contract's fields. Unknown ones keep their names. */
export function toRecords({ bin, fraud, origin, customer }: TransactionDetail): DetailGroup[] {
  return [
    { id: "customer", title: t("Customer"), details: labeled(customer, customerLabels) },
    { id: "bin", title: t("Card's bank"), details: labeled(bin, binLabels) },
    { id: "fraud", title: t("Fraud check"), details: labeled(fraud, fraudLabels) },
    { id: "origin", title: t("Origin"), details: labeled(origin, originLabels) },
  ];
}

/** Fields of the payment that matter to support and to bookkeepers: currency, traits, receipts, codes. */
export function toCodes(transaction: TransactionDetail): Detail[] {
  const { currency, receipts, drawer_shift: shift, iccdata } = transaction;
  return given([
    [t("Currency"), currency && `${currencyOf(currency).code} (${currency})`],
    [t("Traits"), traitsOf(transaction)],
    [t("Customer's receipt"), receipts?.customer],
    [t("Our receipt"), receipts?.merchant],
    [t("Drawer shift"), shift?.key],
    [t("Drawer clerk"), shift?.clerk_key],
    [t("Chip data"), iccdata],
    [t("Type code"), transaction.trantype_code],
    [t("Status code"), transaction.status_code],
    [t("Result code"), transaction.result_code],
    [t("Error"), transaction.error],
    [t("Error code"), transaction.error_code],
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

const isYes = (value: unknown): boolean => value === "Y" || value === true;

/** A list in one line for each item; "Y" and "N" in words. */
function readable(value: unknown): string | undefined {
  if (isYes(value)) return t("Yes");
  if (value === "N" || value === false) return t("No");
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
  const set = Object.entries(traits ?? {}).filter(([, value]) => isYes(value) || value === "1");
  return set.map(([name]) => traitLabels[name] ?? name).join(", ") || undefined;
}

const traitLabels: Labels = translated("*", {
  is_debt: "Debt repayment",
  is_bill_pay: "Bill payment",
  is_recurring: "Recurring",
  is_healthcare: "Healthcare",
  is_cash_advance: "Cash advance",
});

const customerLabels: Labels = translated("*", {
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
});

const binLabels: Labels = translated("*", {
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
});

const fraudLabels: Labels = translated("*", { card_blocked: "Card blocked" });

const originLabels: Labels = translated("*", {
  source_name: "API key",
  source_key: "API key's id",
  api_type: "Interface",
  clientip: "Client address",
  clientip_country: "Client's country",
  serverip: "Server address",
  serverip_country: "Server's country",
  software: "Software",
  user: "User",
});
