import { accountLabel } from "../card-data/bank-numbers.ts";
import { readDigits } from "../forms/digits.ts";
import { cardBrand, normalizeToken } from "../gateway/card-number.ts";
import type { CommandName, Tender } from "../gateway/commands.ts";
import { chargeCents, currencyIn, type ValidCharge } from "./values.ts";

/** What a charge does, in a few facts. Its request is made by the server alone (request.ts). */
export type Payment = {
  command: CommandName;
  tender: Tender;
  amountCents: number;
  /** What is paid with, in words that hold no number beyond the last four. */
  payer: string;
  /** As typed; missing for the merchant's own. */
  currency?: string;
};

export function toPayment(values: ValidCharge): Payment {
  const amountCents = chargeCents(values);
  if (amountCents === null) throw new Error("the values were not checked");
  const { tender } = values;
  const currency = currencyIn(values);
  return { ...byTender[tender](values), tender, amountCents, ...(currency && { currency }) };
}

const byTender: Record<Tender, (values: ValidCharge) => Pick<Payment, "command" | "payer">> = {
  card: ({ card, capture }) => ({
    command: cardCommands[capture],
    payer: `${cardBrand(readDigits(card.number)) ?? "Card"} ending ${readDigits(card.number).slice(-4)}`,
  }),
  token: ({ token, capture }) => ({
    command: cardCommands[capture],
    payer: `Saved card ${normalizeToken(token.token).slice(-4)}`,
  }),
  check: ({ check }) => ({
    command: "check:sale",
    payer: accountLabel(`${check.accountType === "savings" ? "Savings" : "Checking"} account`, check.account),
  }),
  cash: () => ({ command: "cash:sale", payer: "Cash" }),
};

const cardCommands = { now: "sale", later: "authonly" } as const;
