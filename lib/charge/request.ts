import { accountLabel } from "../bank-numbers.ts";
import { typedCents } from "../format/amount-text.ts";
import { digitsOf } from "../forms/digits.ts";
import { cardBrand, normalizeToken } from "../gateway/card-number.ts";
import type { CommandName, Tender } from "../gateway/commands.ts";
import { toDecimal } from "../money.ts";
import { type AddressValues, breakdownParts, chargeCents, type ValidCharge } from "./values.ts";

export type Charge = {
  command: CommandName;
  tender: Tender;
  amountCents: number;
  /** What is paid with, in words that hold no number beyond the last four. */
  payer: string;
  /** The request without `command`. */
  body: Record<string, unknown>;
  /** What is kept with the request but never sent. */
  kept?: { cash_received: string };
};

/** The wire shape of valid values (contract: POST /transactions). Blank fields are left out. */
export function toCharge(values: ValidCharge): Charge {
  const amountCents = chargeCents(values);
  if (amountCents === null) throw new Error("the values were not checked");
  const { command, payer, body } = byTender[values.tender](values);
  return {
    command,
    tender: values.tender,
    amountCents,
    payer,
    body: withoutBlanks({ ...body, ...shared(values, amountCents) }),
    ...cashReceived(values),
  };
}

/** For the change on the result and on the receipt. */
function cashReceived({ tender, cash }: ValidCharge): Pick<Charge, "kept"> {
  const received = tender === "cash" ? typedCents(cash.received) : null;
  return received === null ? {} : { kept: { cash_received: toDecimal(received) } };
}

const byTender: Record<Tender, (values: ValidCharge) => Pick<Charge, "command" | "payer" | "body">> = {
  card: ({ card, capture }) => ({
    command: capture === "now" ? "sale" : "authonly",
    payer: `${cardBrand(digitsOf(card.number)) ?? "Card"} ending ${digitsOf(card.number).slice(-4)}`,
    body: {
      creditcard: withoutBlanks({
        number: digitsOf(card.number),
        expiration: digitsOf(card.expiration),
        cvc: card.cvc,
        cardholder: card.name,
        avs_street: card.street,
        avs_zip: card.postalCode,
      }),
      save_card: card.save || undefined,
    },
  }),
  token: ({ token, capture }) => ({
    command: capture === "now" ? "sale" : "authonly",
    payer: `Saved card ${normalizeToken(token.token).slice(-4)}`,
    body: {
      creditcard: withoutBlanks({ number: normalizeToken(token.token), expiration: "0000", cvc: token.cvc }),
    },
  }),
  check: ({ check }) => ({
    command: "check:sale",
    payer: accountLabel(`${check.accountType === "savings" ? "Savings" : "Checking"} account`, check.account),
    body: {
      check: withoutBlanks({
        accountholder: check.name,
        routing: check.routing,
        account: check.account,
        account_type: check.accountType,
        number: check.number,
        format: check.format,
      }),
    },
  }),
  cash: () => ({ command: "cash:sale", payer: "Cash", body: {} }),
};

function shared(values: ValidCharge, amountCents: number): Record<string, unknown> {
  const isCard = values.tender === "card" || values.tender === "token";
  const parts = values.itemised
    ? Object.fromEntries(
        breakdownParts.flatMap((part) => {
          const cents = typedCents(values.breakdown[part]);
          return cents === null ? [] : [[part, toDecimal(cents)]];
        }),
      )
    : {};
  // A part is better than nothing: the rest is collected another way, or the part is undone.
  const detail = { ...parts, ...(isCard && { enable_partialauth: true }) };
  return {
    amount: toDecimal(amountCents),
    amount_detail: Object.keys(detail).length > 0 ? detail : undefined,
    ...values.order,
    email: values.receipt.email,
    send_receipt: values.receipt.send || undefined,
    billing_address: blankToAbsent(values.billing),
    shipping_address: blankToAbsent(values.shipping),
    ignore_duplicate: values.ignoreDuplicate || undefined,
    software: "Merchant Console",
  };
}

function withoutBlanks(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "" && value !== undefined));
}

function blankToAbsent(values: AddressValues): Record<string, unknown> | undefined {
  const given = withoutBlanks(values);
  return Object.keys(given).length > 0 ? given : undefined;
}
