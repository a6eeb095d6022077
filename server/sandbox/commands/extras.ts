import { z } from "zod";
import type { CommandFields } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { keyOfFingerprint } from "../keys.ts";
import { hasTemplate } from "../receipts/render-receipt.ts";
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
export function withExtras(
  call: Call,
  draft: NewTransaction,
  extras: Extras,
  card?: CardInHand,
): Promise<Ready> | Ready {
  return asksForAny(extras) ? addExtras(call, draft, extras, card) : { draft };
}

async function addExtras(
  call: Call,
  draft: NewTransaction,
  extras: Extras,
  card: CardInHand | undefined,
): Promise<Ready> {
  if (extras.save_customer_paymethod && !extras.save_customer && !extras.custkey)
    throw invalidField("save_customer_paymethod", "needs save_customer or custkey");
  const savedcard = extras.save_card && card ? await tokenize(call, card) : undefined;
  const method = extras.save_customer_paymethod ? await methodOf(call, draft, card) : undefined;
  const customer = await attachCustomer(call, extras, method);
  const letters = await lettersOf(call, extras);
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

/** Most payments want none of it, and need not wait for it. */
function asksForAny(extras: Extras): boolean {
  const { save_card, custkey, save_customer, save_customer_paymethod, send_receipt, merchemailaddr } = extras;
  return Boolean(
    save_card || custkey || save_customer || save_customer_paymethod || send_receipt || merchemailaddr,
  );
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

async function lettersOf(call: Call, extras: Extras): Promise<Letter[]> {
  const { email, send_receipt, merchemailaddr } = extras;
  const letters: Letter[] = [];
  if (send_receipt && email)
    letters.push(
      await letter(call, { to: "customer", address: email, template: extras["receipt-custemail"] }),
    );
  if (merchemailaddr)
    letters.push(
      await letter(call, { to: "merchant", address: merchemailaddr, template: extras["receipt-merchemail"] }),
    );
  return letters;
}

type Wanted = { to: Letter["to"]; address: string; template: string | undefined };

/** A receipt that cannot be sent is told of and stops no payment. */
async function letter(call: Call, { to, address, template = "" }: Wanted): Promise<Letter> {
  const name = template || "vterm";
  const problem = !z.email().safeParse(address).success
    ? "Invalid Address"
    : (await hasTemplate(call.db, name))
      ? undefined
      : "Receipt Template Not Found";
  return {
    to,
    told: problem ? `Mail Not Sent: ${problem}` : "Mail Sent Successfully",
    sentTo: problem ? undefined : address,
    template: name,
  };
}
