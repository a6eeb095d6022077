import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { takesMoney } from "#lib/gateway/commands.ts";
import { t, text, translated } from "#lib/language/t.ts";
import { isCash } from "#lib/payments/decision.ts";
import { isCharge } from "../result-kind.ts";

export type UnknownLabels = {
  /** For the clerk to say to the customer. */
  quote: string;
  /** What must not be done until the outcome is known: the first words in bold, the rest beside them. */
  warning: { loud: string; rest: string };
};

/** What to say and what not to do while the outcome is unknown, by tender: cash has no bank, and it is in hand. */
export function unknownLabels(attempt: Attempt): UnknownLabels {
  if (attempt.tender === "cash" && isCharge(attempt.command)) return cashLabels(attempt);
  if (isCash(attempt)) return { quote: t("Here is your money back."), warning: cashRefundWarning };
  if (isCharge(attempt.command)) return { quote: t(chargeQuote), warning: chargeWarning(attempt) };
  return { quote: followUpQuote(attempt), warning: followUpWarning };
}

function cashLabels({ amountCents = 0, currency: code, cash }: Attempt): UnknownLabels {
  const change = cash?.changeCents ?? 0;
  const sum = formatMoney(change, { code });
  return {
    quote:
      change > 0
        ? t("You have paid. Here is your change of {sum}.", { sum })
        : t("You have paid. Thank you."),
    warning: {
      loud: t("The money is in hand."),
      rest: [
        ...(change > 0 ? [t("Give {sum} change.", { sum })] : []),
        t("Do not charge {money} again at any workstation until this payment is found.", {
          money: formatMoney(amountCents, { code }),
        }),
      ].join(" "),
    },
  };
}

const chargeQuote = text(
  "The bank has not answered us yet. You will not be charged twice. We will tell you as soon as we know.",
);

function chargeWarning({ amountCents = 0, currency: code, tender, originalKey }: Attempt) {
  const sum = formatMoney(amountCents, { code });
  if (originalKey)
    return {
      loud: t("Do not take {sum} again from this customer", { sum }),
      rest: t("at any workstation, or in any other way, until the outcome is known."),
    };
  return {
    loud: t("Blocked at every workstation:"),
    rest:
      tender === "check"
        ? t("{sum} on this account, until the outcome is known. Don't collect it another way either.", {
            sum,
          })
        : t("{sum} on this card, until the outcome is known. Don't collect it another way either.", { sum }),
  };
}

function followUpQuote({ command }: Attempt): string {
  return takesMoney(command)
    ? t("It is not confirmed yet. You will not be charged twice. We will tell you as soon as we know.")
    : t("It is not confirmed yet. We will tell you as soon as we know.");
}

const cashRefundWarning = translated("*", {
  loud: "Give the money back once.",
  rest: "Do not refund it again at any workstation until the outcome is known.",
});

const followUpWarning = translated("*", {
  loud: "Do not do it again",
  rest: "at any workstation, or in any other way, until the outcome is known.",
});
