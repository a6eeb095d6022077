import { amountProblem } from "../format/amount-text.ts";
import { emailProblem } from "../forms/email.ts";
import { longestInvoice } from "../gateway/field-lengths.ts";
import type { ChargeField } from "./field.ts";

const part = (label: string, wire: string) =>
  ({
    label,
    control: "amount",
    width: 2,
    phoneWidth: 4,
    wrong: amountProblem,
    wire: `amount_detail.${wire}`,
  }) as const;

const address = (wire: "billing_address" | "shipping_address") => {
  const line = (label: string, name: string, max: number) =>
    ({ label, control: "text", max, wire: `${wire}.${name}` }) as const;
  return {
    firstname: { ...line("First name", "firstname", 64), width: 6 },
    lastname: { ...line("Last name", "lastname", 64), width: 6 },
    company: { ...line("Company", "company", 64), width: 12 },
    street: { ...line("Street", "street", 128), width: 6 },
    street2: { ...line("Street, line 2", "street2", 128), width: 6 },
    city: { ...line("City", "city", 64), width: 5 },
    state: { ...line("State", "state", 32), width: 3, choices: "states" },
    postalcode: { ...line("Postal code", "postalcode", 16), width: 4 },
    country: { ...line("Country", "country", 64), width: 6, choices: "countries" },
    phone: { ...line("Phone", "phone", 32), width: 6 },
  } as const;
};

/** The fields of what is paid for and of whom, by section: the same with every tender unless a row limits them. */
export const orderFields = {
  breakdown: {
    subtotal: part("Subtotal", "subtotal"),
    tax: part("Tax", "tax"),
    shipping: part("Shipping", "shipping"),
    tip: part("Tip", "tip"),
    discount: part("Discount", "discount"),
    duty: part("Duty", "duty"),
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
      team: true,
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
      wrong: emailProblem,
      wire: "email",
    },
    send: {
      label: "Email the receipt when approved",
      control: "checkbox",
      width: 6,
      wire: "send_receipt",
    },
  },
  billing: address("billing_address"),
  shipping: address("shipping_address"),
} as const satisfies Record<string, Record<string, ChargeField>>;
