import { type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { resultTitle, sumOf } from "#components/payment-result/result-labels.ts";
import { type Attempt, hasNoOutcome } from "#lib/attempt.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";

export type BlockedLabels = {
  title: string;
  /** For the clerk to say to the customer. */
  quote: string;
  /** The outcome of the other payment, once it is known, and what may be done now. */
  outcome?: { result: string; advice: string };
};

/** The text beside a blocked payment. It follows the state of the blocking payment. */
export function blockedLabels(blocking: Attempt): BlockedLabels {
  const isCredit = givesMoneyBack(blocking.command);
  const earlier = { isCredit, isAccount: blocking.tender === "check", amount: sumOf(blocking) };
  if (hasNoOutcome(blocking.state))
    return { title: t("Held back: possible duplicate. Nothing was sent."), quote: unansweredQuote(earlier) };
  const kind = resultKind(blocking);
  const isTaken = taken.includes(kind) || (kind === "contradicted" && blocking.contradiction?.moved === true);
  const title = isCredit
    ? t("Nothing was sent. The outcome of the earlier credit is known.")
    : t("Nothing was sent. The outcome of the earlier payment is known.");
  const result = asSentence(resultTitle(kind, blocking));
  // An unknown answer proves nothing about the money.
  if (kind === "error" && blocking.transaction?.result_code !== "E")
    return {
      title,
      quote: unclearQuote(earlier),
      outcome: { result, advice: t("Look at it before you charge again.") },
    };
  const quote = isCredit
    ? isTaken
      ? sentQuote(earlier)
      : notSentQuote(earlier)
    : !isTaken
      ? notTakenQuote(earlier)
      : kind === "partial"
        ? partialQuote(earlier)
        : approvedQuote(earlier);
  return {
    title,
    quote,
    outcome: {
      result,
      advice: isTaken
        ? t("Go back to the form only for a second payment.")
        : t("This payment is no longer blocked. Go back to the form to charge it."),
    },
  };
}

const taken: readonly ResultKind[] = ["approved", "held", "moved", "partial", "duplicate"];

/** The blocking payment. */
type Earlier = { isCredit: boolean; isAccount: boolean; amount: string };

function unansweredQuote({ isCredit, isAccount, amount }: Earlier): string {
  if (isCredit)
    return isAccount
      ? t(
          "An earlier credit of {amount} to this account has no answer yet. We look for it first, so that it is not paid out twice.",
          { amount },
        )
      : t(
          "An earlier credit of {amount} to this card has no answer yet. We look for it first, so that it is not paid out twice.",
          { amount },
        );
  return isAccount
    ? t(
        "An earlier payment of {amount} on this account has no answer yet. We look for it first, so that you don't pay twice.",
        { amount },
      )
    : t(
        "An earlier payment of {amount} on this card has no answer yet. We look for it first, so that you don't pay twice.",
        { amount },
      );
}

function unclearQuote({ isCredit, isAccount, amount }: Earlier): string {
  if (isCredit)
    return isAccount
      ? t(
          "The outcome of your earlier credit of {amount} to this account is not clear yet. I'll look at it first, so that it is not paid out twice.",
          { amount },
        )
      : t(
          "The outcome of your earlier credit of {amount} to this card is not clear yet. I'll look at it first, so that it is not paid out twice.",
          { amount },
        );
  return isAccount
    ? t(
        "The outcome of your earlier payment of {amount} on this account is not clear yet. I'll look at it first, so that you don't pay twice.",
        { amount },
      )
    : t(
        "The outcome of your earlier payment of {amount} on this card is not clear yet. I'll look at it first, so that you don't pay twice.",
        { amount },
      );
}

const sentQuote = ({ isAccount, amount }: Earlier) =>
  isAccount
    ? t("Your earlier credit of {amount} to this account was sent.", { amount })
    : t("Your earlier credit of {amount} to this card was sent.", { amount });

const notSentQuote = ({ isAccount, amount }: Earlier) =>
  isAccount
    ? t("Your earlier credit of {amount} to this account was not sent.", { amount })
    : t("Your earlier credit of {amount} to this card was not sent.", { amount });

const notTakenQuote = ({ isAccount, amount }: Earlier) =>
  isAccount
    ? t("Your earlier payment of {amount} on this account was not taken. We can charge it now.", { amount })
    : t("Your earlier payment of {amount} on this card was not taken. We can charge it now.", { amount });

const partialQuote = ({ isAccount, amount }: Earlier) =>
  isAccount
    ? t("Your earlier payment of {amount} on this account was approved in part.", { amount })
    : t("Your earlier payment of {amount} on this card was approved in part.", { amount });

const approvedQuote = ({ isAccount, amount }: Earlier) =>
  isAccount
    ? t("Your earlier payment of {amount} on this account was approved. You don't have to pay it again.", {
        amount,
      })
    : t("Your earlier payment of {amount} on this card was approved. You don't have to pay it again.", {
        amount,
      });

const asSentence = (text: string) => (text.endsWith(".") ? text : `${text}.`);
