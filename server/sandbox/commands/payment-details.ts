import type { Call } from "../context.ts";
import type { AmountBreakdown, TransactionDetails } from "../store/tables/transactions.ts";

type DescriptiveFields = Partial<
  Pick<
    TransactionDetails,
    | "invoice"
    | "ponum"
    | "orderid"
    | "description"
    | "comments"
    | "terminal"
    | "clerk"
    | "clientip"
    | "software"
    | "currency"
    | "traits"
    | "billing_address"
    | "shipping_address"
    | "lineitems"
    | "custom_fields"
    | "email"
    | "drawer_shift"
  >
> & {
  merchemailaddr?: string | undefined;
  amount_detail?: (AmountBreakdownFields & { enable_partialauth?: boolean | undefined }) | undefined;
};

type AmountBreakdownFields = { [Part in keyof AmountBreakdown]?: string | undefined };

/** The descriptive fields of a request, as they are stored. */
export function toDetails(call: Call, fields: DescriptiveFields): TransactionDetails {
  return {
    invoice: fields.invoice,
    ponum: fields.ponum,
    orderid: fields.orderid,
    description: fields.description,
    comments: fields.comments,
    terminal: fields.terminal,
    clerk: fields.clerk,
    clientip: fields.clientip ?? call.clientIp,
    serverip: call.serverIp,
    software: fields.software,
    currency: fields.currency,
    traits: fields.traits,
    amount_detail: breakdownOf(fields.amount_detail),
    billing_address: fields.billing_address,
    shipping_address: fields.shipping_address,
    lineitems: fields.lineitems,
    custom_fields: fields.custom_fields,
    drawer_shift: fields.drawer_shift,
    email: fields.email,
    merchant_email: fields.merchemailaddr,
  };
}

/** The parts of an amount that the request has. */
export function breakdownOf(detail: AmountBreakdownFields | undefined): AmountBreakdown | undefined {
  if (!detail) return undefined;
  const given = parts.flatMap((part) => (detail[part] === undefined ? [] : [[part, detail[part]] as const]));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

const parts = ["subtotal", "tax", "tip", "discount", "shipping", "duty"] as const;
