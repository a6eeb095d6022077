import type { CommandFields } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { askedCents } from "../rules/amount.ts";
import { requireCard } from "./card-in-hand.ts";
import { type CardPayment, runCardPayment } from "./card-payment.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { wordsOf } from "./words.ts";

/** Charges a card: a sale in the open batch. */
export const sale: Handler<"sale"> = (call, fields) =>
  payByCard(call, fields, { command: "sale", trantype: "S" });

/** Holds the amount on the card; nothing is collected and no batch is entered until a capture. */
export const authonly: Handler<"authonly"> = (call, fields) =>
  payByCard(call, fields, { command: "authonly", trantype: "A" });

/** Enters a sale that the issuer authorized by voice. */
export const postauth: Handler<"cc:postauth"> = (call, fields) =>
  payByCard(call, fields, {
    command: "cc:postauth",
    trantype: "S",
    authcode: fields.authcode.replaceAll(/\p{Cc}/gu, ""),
  });

async function payByCard(
  call: Call,
  fields: CommandFields<"sale"> | CommandFields<"cc:postauth">,
  { command, trantype, authcode }: Pick<CardPayment, "command" | "trantype" | "authcode">,
): Promise<CommandResult> {
  return await runCardPayment(call, {
    command,
    trantype,
    authcode,
    card: await requireCard(call, fields),
    cents: askedCents(fields) ?? 0,
    words: wordsOf(call, fields),
    extras: fields,
    chip: Boolean(fields.iccdata),
    partial: fields.amount_detail?.enable_partialauth ?? fields.enable_partialauth,
    repeatable: fields.ignore_duplicate ? undefined : () => comparable(fields),
  });
}

/** All of the request but the card, which is compared by its fingerprint. */
function comparable(fields: CommandFields<"sale"> | CommandFields<"cc:postauth">): unknown {
  return { ...fields, creditcard: null, payment_key: null, ignore_duplicate: null };
}
