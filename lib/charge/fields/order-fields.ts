import { addressProblem } from "#lib/forms/email-address.ts";
import { currencyNumber, currencyOf, ownCurrency } from "#lib/gateway/currencies.ts";
import { longestInvoice } from "#lib/gateway/field-lengths.ts";
import { t, text, translated } from "#lib/language/t.ts";
import { customNumbers } from "./custom-fields.ts";
import type { ChargeField } from "./field.ts";

const part = (label: string, wire: string) =>
  ({
    label,
    control: "amount",
    width: 2,
    phoneWidth: 4,
    wire: `amount_detail.${wire}`,
  }) as const;

const address = (wire: "billing_address" | "shipping_address") => {
  const line = (label: string, name: string, max: number) =>
    ({ label, control: "text", max, wire: `${wire}.${name}` }) as const;
  return {
    firstname: { ...line(text("First name"), "firstname", 64), width: 6 },
    lastname: { ...line(text("Last name"), "lastname", 64), width: 6 },
    company: { ...line(text("Company"), "company", 64), width: 12 },
    street: { ...line(text("Street"), "street", 128), width: 6 },
    street2: { ...line(text("Street, line 2"), "street2", 128), width: 6 },
    city: { ...line(text("City"), "city", 64), width: 5 },
    state: { ...line(text("State"), "state", 32), width: 3, choices: "states" },
    postalcode: { ...line(text("Postal code"), "postalcode", 16), width: 4 },
    country: { ...line(text("Country"), "country", 64), width: 6, choices: "countries" },
    phone: { ...line(text("Phone"), "phone", 32), width: 3, phoneWidth: 6 },
    fax: { ...line(text("Fax"), "fax", 32), width: 3, phoneWidth: 6 },
  } as const;
};

/** Of a check or of cash the gateway has neither, and a drawer holds the merchant's own currency only. */
const ofCards = { tenders: ["card", "token"] } as const;

const trait = (label: string, name: string) =>
  ({ label, control: "checkbox", width: 12, ...ofCards, wire: `traits.${name}` }) as const;

const template = (label: string, wire: string) =>
  ({ label, control: "text", width: 6, spellCheck: false, max: 64, wire }) as const;

const customFields = Object.fromEntries(
  customNumbers.map((number): [string, ChargeField] => [
    `field${number}`,
    {
      label: number, // the merchant names it
      control: "text",
      width: 4,
      max: 255,
      custom: number,
      wire: `custom_fields.${number}`,
    },
  ]),
);

/** The fields of what is paid for and of whom, by section: the same with every tender unless a row limits them. */
export const orderFields = translated(["label", "help", "required", "detail", "summary", "placeholder"], {
  voice: {
    authcode: {
      label: "Authorization code",
      control: "text",
      width: 6,
      spellCheck: false,
      help: "As the issuer gave it by phone",
      max: 20,
      required: "Enter the code the issuer gave.",
      wrong: (text) =>
        /^[A-Za-z0-9]+$/.test(text) ? undefined : t("Enter letters and digits, such as 072914."),
      kinds: ["voice"],
      wire: "authcode",
    },
  },
  credit: {
    reason: {
      label: "Reason",
      control: "text",
      width: 12,
      help: "Kept here, not sent to the gateway",
      max: 200,
      required: "Say why, in a few words.",
      kinds: ["credit"],
      stored: "drawer_reason",
    },
  },
  breakdown: {
    subtotal: part(text("Subtotal"), "subtotal"),
    tax: part(text("Tax"), "tax"),
    shipping: part(text("Shipping"), "shipping"),
    tip: part(text("Tip"), "tip"),
    discount: part(text("Discount"), "discount"),
    duty: part(text("Duty"), "duty"),
  },
  order: {
    invoice: {
      label: "Invoice",
      control: "text",
      width: 12,
      pinned: true,
      stopsAt: longestInvoice,
      max: longestInvoice,
      wire: "invoice",
    },
    ponum: {
      label: "PO number",
      control: "text",
      width: 6,
      max: 64,
      wire: "ponum",
      summary: "PO",
      detail: "Purchase order",
    },
    orderid: { label: "Order id", control: "text", width: 6, max: 64, wire: "orderid", summary: "Order" },
    description: {
      label: "Description",
      control: "text",
      width: 6,
      placeholder: "The customer sees this",
      max: 255,
      wire: "description",
      summary: "",
    },
    comments: {
      label: "Comments",
      control: "text",
      width: 6,
      placeholder: "Only your team sees this",
      max: 1000,
      wire: "comments",
      summary: "",
      isInternal: true,
    },
  },
  custom: customFields,
  customer: {
    key: {
      label: "Customer key",
      control: "text",
      width: 6,
      spellCheck: false,
      help: "Of a customer the gateway has saved",
      max: 64,
      wire: "custkey",
      summary: "Customer",
    },
    save: {
      label: "Save as a new customer",
      control: "checkbox",
      width: 12,
      wire: "save_customer",
    },
    savePaymentMethod: {
      label: "Save what is paid with for this customer",
      control: "checkbox",
      width: 12,
      tenders: ["card", "token", "check"],
      right: "saveCard",
      wire: "save_customer_paymethod",
    },
  },
  receipt: {
    email: {
      label: "Email",
      control: "text",
      width: 6,
      inputMode: "email",
      spellCheck: false,
      help: "Printing is offered with the result",
      max: 255,
      wrong: addressProblem,
      wire: "email",
    },
    send: {
      label: "Email the receipt when approved",
      control: "checkbox",
      width: 6,
      wire: "send_receipt",
    },
    merchantEmail: {
      label: "Our copy to",
      control: "text",
      width: 12,
      inputMode: "email",
      spellCheck: false,
      max: 255,
      wrong: addressProblem,
      wire: "merchemailaddr",
    },
    template: template(text("Receipt template"), "receipt-custemail"),
    merchantTemplate: template(text("Template of our copy"), "receipt-merchemail"),
  },
  more: {
    currency: {
      label: "Currency",
      control: "text",
      width: 6,
      spellCheck: false,
      placeholder: ownCurrency,
      clean: (text) => text.toUpperCase(),
      choices: "currencies",
      max: 3,
      wrong: (text) =>
        currencyNumber(text) === undefined
          ? t("Enter the three letters of a currency, such as EUR.")
          : undefined,
      ...ofCards,
      wire: "currency",
      toWire: (text) => currencyNumber(text) ?? text,
      fromWire: (text) => currencyOf(text).code,
    },
    terminal: {
      label: "Terminal",
      control: "text",
      width: 6,
      spellCheck: false,
      max: 64,
      ...ofCards,
      wire: "terminal",
    },
    isDebt: trait(text("Pays a debt"), "is_debt"),
    isBillPay: trait(text("Pays a bill"), "is_bill_pay"),
    isRecurring: trait(text("Recurring payment"), "is_recurring"),
    isHealthcare: trait(text("Healthcare payment"), "is_healthcare"),
    isCashAdvance: trait(text("Cash advance"), "is_cash_advance"),
  },
  billing: address("billing_address"),
  shipping: address("shipping_address"),
} as const satisfies Record<string, Record<string, ChargeField>>);
