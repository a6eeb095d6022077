import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { askedCents } from "../rules/amount.ts";
import { runCardPayment } from "./card-payment.ts";
import { accountOfTransaction, runCheckPayment } from "./check-payment.ts";
import { toItsCustomer } from "./extras.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { toDetails } from "./payment-details.ts";
import { cardOfTransaction, requireValidCard } from "./usable-card.ts";

/** Repeats an earlier payment on the same card or account. The address is copied; the security code is not. */
export const quicksale: Handler<"quicksale"> = (call, fields) => repeat(call, "quicksale", fields);

/** A separate credit to the card or account of an earlier payment. It does not count against that payment. */
export const quickrefund: Handler<"quickrefund"> = (call, fields) => repeat(call, "quickrefund", fields);

async function repeat(
  call: Call,
  command: "quicksale" | "quickrefund",
  fields: CommandFields<"quicksale">,
): Promise<CommandResult> {
  const original = await requireOriginal(call, command, fields);
  requireAllowed(command, original);
  const extras = command === "quickrefund" ? toItsCustomer(original.row, fields) : fields;
  const payment = {
    command,
    wholeRequest: command === "quickrefund" ? undefined : () => comparable(fields),
    ignoreDuplicate: fields.ignore_duplicate,
    cents: askedCents(fields) ?? 0,
    details: {
      ...toDetails(call, extras),
      ...copied(original),
      invoice: fields.invoice ?? original.row.details.invoice,
      orderid: fields.orderid ?? (command === "quickrefund" ? original.row.details.orderid : undefined),
    },
    extras,
    original: { id: original.row.id, connected: false },
  };
  if (original.row.tender === "check")
    return runCheckPayment(call, {
      ...payment,
      trantype: command === "quicksale" ? "K" : "H",
      account: accountOfTransaction(call, original.row),
    });
  const card = cardOfTransaction(call, original.row);
  requireValidCard(card, call);
  return runCardPayment(call, {
    ...payment,
    card,
    trantype: command === "quicksale" ? "S" : "C",
    partial: fields.amount_detail?.enable_partialauth ?? fields.enable_partialauth,
  });
}

/** The request without the names of its original, which is compared by its number. */
const comparable = (fields: CommandFields<"quicksale">): unknown => ({
  ...fields,
  trankey: null,
  refnum: null,
  ignore_duplicate: null,
});

/** What a repeated payment copies besides card and invoice. */
function copied({ row: { details } }: TransactionSnapshot) {
  return {
    billing_address: details.billing_address,
    shipping_address: details.shipping_address,
    currency: details.currency,
  };
}
