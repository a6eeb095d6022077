import { descriptive } from "#lib/gateway/schemas/command-fields.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { Call } from "../context.ts";
import type { AmountBreakdown, TransactionDetails } from "../store/tables/transactions.ts";

type DescriptiveFields = Partial<Pick<TransactionDetails, keyof typeof descriptive | "email">> & {
  merchemailaddr?: string | undefined;
  amount_detail?: (AmountBreakdownFields & { enable_partialauth?: boolean | undefined }) | undefined;
};

type AmountBreakdownFields = { [Part in keyof AmountBreakdown]?: string | undefined };

/** The descriptive fields of a request, as they are stored. */
export function toDetails(call: Call, fields: DescriptiveFields): TransactionDetails {
  return {
    ...givenOf(descriptive, fields),
    clientip: fields.clientip ?? call.clientIp,
    serverip: call.serverIp,
    amount_detail: breakdownOf(fields.amount_detail),
    email: fields.email,
    merchant_email: fields.merchemailaddr,
  };
}

/** The fields of a list that the request has. */
export function givenOf<Name extends keyof TransactionDetails>(
  list: Record<Name, unknown>,
  fields: NoInfer<Pick<TransactionDetails, Name>>,
): TransactionDetails {
  const given: TransactionDetails = {};
  for (const name of keysOf(list)) if (fields[name] !== undefined) given[name] = fields[name];
  return given;
}

/** The parts of an amount that the request has. */
export function breakdownOf(detail: AmountBreakdownFields | undefined): AmountBreakdown | undefined {
  if (!detail) return undefined;
  const given = parts.flatMap((part) => (detail[part] === undefined ? [] : [[part, detail[part]] as const]));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

const parts = ["subtotal", "tax", "tip", "discount", "shipping", "duty"] as const;
