import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { takesMoney } from "#lib/gateway/commands.ts";
import { isCash } from "#lib/payments/decision.ts";
import { isCharge } from "../result-kind.ts";

export type UnknownLabels = {
  /** For the clerk to say to the customer. */
  quote: string;
  /** What may not be done meanwhile: the first words loud, the rest beside them. */
  warning: { loud: string; rest: string };
};

/** What to say and what not to do while an answer is lost, in words of the tender: cash has no bank, and it is in hand. */
export function unknownLabels(attempt: Attempt): UnknownLabels {
  if (attempt.tender === "cash" && isCharge(attempt.command)) return cashLabels(attempt);
  if (isCash(attempt)) return { quote: "Here is your money back.", warning: cashRefundWarning };
  if (isCharge(attempt.command)) return { quote: chargeQuote, warning: chargeWarning(attempt) };
  return { quote: followUpQuote(attempt), warning: followUpWarning };
}

function cashLabels({ amountCents = 0, currency: code, cash }: Attempt): UnknownLabels {
  const change = cash?.changeCents ?? 0;
  const sum = formatMoney(change, { code });
  return {
    quote: `You have paid. ${change > 0 ? `Here is your change of ${sum}` : "Thank you"}.`,
    warning: {
      loud: "The money is in hand.",
      rest: `${change > 0 ? `Give ${sum} change. ` : ""}Do not charge ${formatMoney(amountCents, { code })} again at any workstation until this payment is found.`,
    },
  };
}

const chargeQuote =
  "The bank has not answered us yet. You will not be charged twice. We will tell you as soon as we know.";

function chargeWarning({ amountCents = 0, currency: code, tender, originalKey }: Attempt) {
  const sum = formatMoney(amountCents, { code });
  if (originalKey)
    return {
      loud: `Do not take ${sum} again from this customer`,
      rest: "at any workstation, by any way, until this is settled.",
    };
  return {
    loud: "Held back at every workstation:",
    rest: `${sum} on this ${tender === "check" ? "account" : "card"}, until this is settled. Do not take it another way either.`,
  };
}

function followUpQuote({ command }: Attempt): string {
  return takesMoney(command)
    ? "It is not confirmed yet. You will not be charged twice. We will tell you as soon as we know."
    : "It is not confirmed yet. We will tell you as soon as we know.";
}

const cashRefundWarning = {
  loud: "Give the money back once.",
  rest: "Do not refund it again at any workstation until this is settled.",
};

const followUpWarning = {
  loud: "Do not do it again",
  rest: "at any workstation, by any way, until this is settled.",
};
