import { z } from "zod";
import type { CommandFields } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { keyOfFingerprint } from "../keys.ts";
import { invalidField } from "../refusal.ts";
import { insertMail } from "../store/mail.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import type { NewTransaction } from "../store/transactions.ts";
import type { CardInHand } from "./card-in-hand.ts";
import { attachCustomer, type PaymentMethod } from "./customer.ts";
import { tokenize } from "./tokenize.ts";

type SaleFields = Partial<CommandFields<"sale">>;

/** What a payment wants beside the money: a card saved, a customer saved, receipts sent. */
export type Extras = Pick<
  SaleFields,
  | "email"
  | "send_receipt"
  | "merchemailaddr"
  | "receipt-custemail"
  | "receipt-merchemail"
  | "save_card"
  | "custkey"
  | "save_customer"
  | "save_customer_paymethod"
  | "billing_address"
>;

type Ready = { draft: NewTransaction; afterwards?: (row: TransactionRow) => Promise<void> };

/** Adds them to an approved payment; `afterwards` sends the receipts once it has its key. */
export async function withExtras(
  call: Call,
  draft: NewTransaction,
  extras: Extras,
  card?: CardInHand,
): Promise<Ready> {
  if (extras.save_customer_paymethod && !extras.save_customer && !extras.custkey)
    throw invalidField("save_customer_paymethod", "needs save_customer or custkey");
  const savedcard = extras.save_card && card ? await tokenize(call, card) : undefined;
  const method = extras.save_customer_paymethod ? await methodOf(call, draft, card) : undefined;
  const customer = await attachCustomer(call, extras, method);
  const letters = lettersOf(extras);
  const receipts =
    letters.length > 0 ? Object.fromEntries(letters.map(({ to, told }) => [to, told])) : undefined;
  const details = { ...draft.details, savedcard, customer, receipts };
  if (!letters.some((letter) => letter.sentTo)) return { draft: { ...draft, details } };
  return {
    draft: { ...draft, details },
    afterwards: async (row) => {
      for (const { sentTo, template } of letters)
        if (sentTo) await insertMail(call.db, { row, sentTo, template, settings: call.sandbox.settings });
    },
  };
}

/** A card is kept under its token; of an account only its end is shown. Cash is no way to pay again. */
async function methodOf(
  call: Call,
  { details: { check }, fingerprint }: NewTransaction,
  card: CardInHand | undefined,
): Promise<PaymentMethod | undefined> {
  if (card) {
    const { key, type, cardnumber } = await tokenize(call, card);
    return { key, type: "cc", name: type, cardnumber };
  }
  if (!check || !fingerprint) return undefined;
  const key = keyOfFingerprint("pm", fingerprint);
  return { key, type: "check", name: check.accountholder, cardnumber: `xxxx${check.last4}` };
}

type Letter = { to: "customer" | "merchant"; told: string; sentTo: string | undefined; template: string };

function lettersOf(extras: Extras): Letter[] {
  const customer = extras.send_receipt && extras.email;
  return [
    ...(customer ? [letter("customer", extras.email, extras["receipt-custemail"])] : []),
    ...(extras.merchemailaddr
      ? [letter("merchant", extras.merchemailaddr, extras["receipt-merchemail"])]
      : []),
  ];
}

function letter(to: Letter["to"], address: string | undefined, template: string | undefined): Letter {
  const valid = z.email().safeParse(address).success;
  return {
    to,
    told: valid ? "Mail Sent Successfully" : "Mail Not Sent: Invalid Address",
    sentTo: valid ? address : undefined,
    template: template || "vterm",
  };
}
