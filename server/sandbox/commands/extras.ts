import { z } from "zod";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { keyOfFingerprint } from "../keys.ts";
import { hasTemplate } from "../receipts/render-receipt.ts";
import { invalidField } from "../refusal.ts";
import { insertMail } from "../store/mail.ts";
import type { TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import { changeTransaction, lockTransactionById, type NewTransaction } from "../store/transactions.ts";
import { attachCustomer, type PaymentMethod } from "./customer.ts";
import { tokenize } from "./save-card.ts";
import type { UsableCard } from "./usable-card.ts";

type SaleFields = Partial<CommandFields<"sale">>;

/** Optional side effects of a payment: save the card, save the customer, send receipts. */
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

/** Adds the extras to an approved payment; `afterwards` queues the receipts once it has its key. */
export function withExtras(
  call: Call,
  draft: NewTransaction,
  extras: Extras,
  card?: UsableCard,
): Promise<Ready> | Ready {
  return asksForAny(extras) ? addExtras(call, draft, extras, card) : { draft };
}

async function addExtras(
  call: Call,
  draft: NewTransaction,
  extras: Extras,
  card: UsableCard | undefined,
): Promise<Ready> {
  const savedcard = extras.save_card && card ? await tokenize(call, card) : undefined;
  const customer = await customerOf(call, draft, extras, card);
  const mails = await receiptsFor(call, extras);
  const receipts = outcomesOf(mails);
  const details = { ...draft.details, savedcard, customer, receipts };
  if (!mails.some((letter) => letter.sentTo)) return { draft: { ...draft, details } };
  return {
    draft: { ...draft, details },
    afterwards: async (row) => {
      for (const { sentTo, template } of mails)
        if (sentTo) await insertMail(call.db, { row, sentTo, template, settings: call.sandbox.settings });
    },
  };
}

/**
 * The payment that a request duplicates, with what the request still saves: the card, shown in this answer alone, and a
 * customer where the payment has none.
 */
export async function saveForDuplicate(
  call: Call,
  earlier: TransactionRow,
  extras: Extras,
  card?: UsableCard,
): Promise<TransactionRow> {
  const row = await withCustomer(call, earlier, extras, card);
  if (!extras.save_card || !card) return row;
  return { ...row, details: { ...row.details, savedcard: await tokenize(call, card) } };
}

async function withCustomer(
  call: Call,
  earlier: TransactionRow,
  extras: Extras,
  card: UsableCard | undefined,
): Promise<TransactionRow> {
  if (earlier.details.customer || !(extras.save_customer || extras.custkey || extras.save_customer_paymethod))
    return earlier;
  const row = (await lockTransactionById(call.db, earlier.id)) ?? earlier;
  const customer = row.details.customer ?? (await customerOf(call, row, extras, card));
  return await changeTransaction(call.db, row, { details: { ...row.details, customer } });
}

async function customerOf(
  call: Call,
  payment: NewTransaction,
  extras: Extras,
  card: UsableCard | undefined,
): Promise<TransactionDetails["customer"]> {
  if (extras.save_customer_paymethod && !extras.save_customer && !extras.custkey)
    throw invalidField("save_customer_paymethod", "needs save_customer or custkey");
  const method = extras.save_customer_paymethod ? await methodOf(call, payment, card) : undefined;
  return await attachCustomer(call, extras, method);
}

/** Most payments have none. */
function asksForAny(extras: Extras): boolean {
  const { save_card, custkey, save_customer, save_customer_paymethod, send_receipt, merchemailaddr } = extras;
  return Boolean(
    save_card || custkey || save_customer || save_customer_paymethod || send_receipt || merchemailaddr,
  );
}

/** A card is saved under its token, an account with its last four digits. Cash is not a saved payment method. */
async function methodOf(
  call: Call,
  { details: { check }, fingerprint }: NewTransaction,
  card: UsableCard | undefined,
): Promise<PaymentMethod | undefined> {
  if (card) {
    const { key, type, cardnumber } = await tokenize(call, card);
    return { key, type: "cc", name: type, cardnumber };
  }
  if (!check || !fingerprint) return undefined;
  const key = keyOfFingerprint("pm", fingerprint);
  return { key, type: "check", name: check.accountholder, cardnumber: `xxxx${check.last4}` };
}

/** These extras with a receipt to the customer of the original, when that has an email and the request names none. */
export function toItsCustomer<Fields extends Pick<Extras, "email" | "send_receipt">>(
  { details }: TransactionRow,
  fields: Fields,
): Fields {
  const known = details.email || details.customer?.email;
  return fields.email || !known
    ? fields
    : { ...fields, email: known, send_receipt: fields.send_receipt ?? true };
}

/** Queues the receipts of a step that changed a record; undefined when none is wanted. */
export async function mailReceipts(
  call: Call,
  row: TransactionRow,
  extras: Extras,
): Promise<TransactionDetails["receipts"]> {
  const mails = await receiptsFor(call, extras);
  for (const { sentTo, template } of mails)
    if (sentTo) await insertMail(call.db, { row, sentTo, template, settings: call.sandbox.settings });
  return outcomesOf(mails);
}

const outcomesOf = (mails: readonly ReceiptMail[]) =>
  mails.length > 0 ? Object.fromEntries(mails.map(({ to, outcome }) => [to, outcome])) : undefined;

type ReceiptMail = {
  to: "customer" | "merchant";
  outcome: string;
  sentTo: string | undefined;
  template: string;
};

async function receiptsFor(call: Call, extras: Extras): Promise<ReceiptMail[]> {
  const { email, send_receipt, merchemailaddr } = extras;
  const mails: ReceiptMail[] = [];
  if (send_receipt && email)
    mails.push(await letter(call, { to: "customer", address: email, template: extras["receipt-custemail"] }));
  if (merchemailaddr)
    mails.push(
      await letter(call, { to: "merchant", address: merchemailaddr, template: extras["receipt-merchemail"] }),
    );
  return mails;
}

type Wanted = { to: ReceiptMail["to"]; address: string; template: string | undefined };

/** A receipt that cannot be sent does not fail its payment. */
async function letter(call: Call, { to, address, template = "" }: Wanted): Promise<ReceiptMail> {
  const name = template || "vterm";
  const problem = !z.email().safeParse(address).success
    ? "Invalid Address"
    : (await hasTemplate(call.db, name))
      ? undefined
      : "Receipt Template Not Found";
  return {
    to,
    outcome: problem ? `Mail Not Sent: ${problem}` : "Mail Sent Successfully",
    sentTo: problem ? undefined : address,
    template: name,
  };
}
