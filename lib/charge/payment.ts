import { t } from "#lib/language/t.ts";
import { accountLabel } from "../card-data/bank-numbers.ts";
import { readDigits } from "../forms/digits.ts";
import { cardBrand, normalizeToken } from "../gateway/card-number.ts";
import type { CommandName, Tender } from "../gateway/commands.ts";
import { chargeCents, currencyIn, type ValidCharge } from "./fields/values.ts";
import { commandIn, hasAmount } from "./kinds.ts";

/** What a charge does, in a few facts. Its request is made by the server alone (request.ts). */
export type Payment = {
  command: CommandName;
  tender: Tender;
  /** Undefined where no money moves. */
  amountCents: number | undefined;
  /** What is paid with, in words that hold no number beyond the last four. */
  paymentMethod: string;
  /** As typed; missing for the merchant's own. */
  currency?: string;
};

export function toPayment(values: ValidCharge): Payment {
  const amountCents = hasAmount(values) ? chargeCents(values) : undefined;
  const { tender } = values;
  const command = commandIn(values);
  if (amountCents === null || !command) throw new Error("the values were not checked");
  const currency = currencyIn(values);
  return {
    command,
    paymentMethod: paymentMethods[tender](values),
    tender,
    amountCents,
    ...(currency && { currency }),
  };
}

const paymentMethods: Record<Tender, (values: ValidCharge) => string> = {
  card: ({ card }) =>
    t("{brand} ending {last}", {
      brand: cardBrand(readDigits(card.number)) ?? t("Card"),
      last: readDigits(card.number).slice(-4),
    }),
  token: ({ token }) =>
    token.paymentKey
      ? t("One-time payment key")
      : t("Saved card {token}", { token: normalizeToken(token.token).slice(-4) }),
  check: ({ check }) =>
    accountLabel(
      check.accountType === "savings" ? t("Savings account") : t("Checking account"),
      check.account,
    ),
  cash: () => t("Cash"),
};
