import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusalError } from "../refusal.ts";
import { askedCents } from "../rules/amount.ts";
import { type CardPayment, runCardPayment } from "./card-payment.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { toDetails } from "./payment-details.ts";
import { requireCard, type UsableCard } from "./usable-card.ts";

/** A card sale in the open batch. */
export const sale: Handler<"sale"> = (call, fields) =>
  payByCard(call, fields, { command: "sale", trantype: "S" });

/** Authorizes the amount. It enters a batch only when it is captured. */
export const authonly: Handler<"authonly"> = (call, fields) =>
  payByCard(call, fields, { command: "authonly", trantype: "A" });

/** Enters a sale that the issuer authorized by voice. */
export const postauth: Handler<"cc:postauth"> = async (call, fields) => {
  const authcode = fields.authcode.replaceAll(/\p{Cc}/gu, "").trim();
  if (authcode === "") throw new OutcomeRefusalError("authcodeMissing");
  return await payByCard(call, fields, { command: "cc:postauth", trantype: "S", authcode });
};

async function payByCard(
  call: Call,
  fields: CommandFields<"sale"> | CommandFields<"cc:postauth">,
  { command, trantype, authcode }: Pick<CardPayment, "command" | "trantype" | "authcode">,
): Promise<CommandResult> {
  const card = await requireCard(call, fields);
  return await runCardPayment(call, {
    command,
    trantype,
    authcode,
    card,
    cents: askedCents(fields) ?? 0,
    details: toDetails(call, fields),
    extras: fields,
    chip: Boolean(fields.iccdata),
    partial: fields.amount_detail?.enable_partialauth ?? fields.enable_partialauth,
    wholeRequest: () => comparable(fields, card),
    ignoreDuplicate: fields.ignore_duplicate,
  });
}

/** The request with the card it pays by. Its number is compared by its fingerprint, its security code by whether it is there. */
function comparable(
  fields: CommandFields<"sale"> | CommandFields<"cc:postauth">,
  { number: _, ...card }: UsableCard,
): unknown {
  return { ...fields, creditcard: card, payment_key: null, ignore_duplicate: null };
}
