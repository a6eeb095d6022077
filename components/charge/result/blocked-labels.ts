import { type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { resultTitle, sumOf } from "#components/payment-result/result-labels.ts";
import { type Attempt, hasNoOutcome } from "#lib/attempt.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";

export type BlockedLabels = {
  title: string;
  /** For the clerk to say to the customer. */
  quote: string;
  /** What became of the other payment, once it is settled, and what may be done now. */
  outcome?: { result: string; advice: string };
};

/** The text beside a blocked payment. It follows the state of the blocking payment. */
export function blockedLabels(blocking: Attempt): BlockedLabels {
  const isCredit = givesMoneyBack(blocking.command);
  const earlier = earlierText(blocking, isCredit);
  if (hasNoOutcome(blocking.state))
    return {
      title: t("Held back. Nothing was sent."),
      quote: isCredit
        ? t("An {earlier} has no answer yet. We look for it first, so that it is not paid out twice.", {
            earlier,
          })
        : t("An {earlier} has no answer yet. We look for it first, so that you do not pay twice.", {
            earlier,
          }),
    };
  const kind = resultKind(blocking);
  const isTaken = taken.includes(kind) || (kind === "contradicted" && blocking.contradiction?.moved === true);
  const title = isCredit
    ? t("Nothing was sent. The earlier credit is settled.")
    : t("Nothing was sent. The earlier payment is settled.");
  const result = asSentence(resultTitle(kind, blocking));
  // An unknown answer proves nothing about the money.
  if (kind === "error" && blocking.transaction?.result_code !== "E")
    return {
      title,
      quote: t("Your {earlier} is not clear yet. I look at it first, so that you do not pay twice.", {
        earlier,
      }),
      outcome: { result, advice: t("Look at it before you charge again.") },
    };
  return {
    title,
    quote: isCredit
      ? isTaken
        ? t("Your {earlier} was sent.", { earlier })
        : t("Your {earlier} was not sent.", { earlier })
      : isTaken
        ? takenQuote(kind, earlier)
        : t("Your {earlier} was not taken. We can charge it now.", { earlier }),
    outcome: {
      result,
      advice: isTaken
        ? t("Go back to the form only for a second payment.")
        : t("This payment is no longer blocked. Go back to the form to charge it."),
    },
  };
}

/** The words of the middle of a sentence: "An …", "Your …". */
function earlierText(blocking: Attempt, isCredit: boolean): string {
  const sum = sumOf(blocking);
  if (blocking.tender === "check")
    return isCredit
      ? t("earlier credit of {sum} on this account", { sum })
      : t("earlier payment of {sum} on this account", { sum });
  return isCredit
    ? t("earlier credit of {sum} on this card", { sum })
    : t("earlier payment of {sum} on this card", { sum });
}

const taken: readonly ResultKind[] = ["approved", "held", "moved", "partial", "duplicate"];

const takenQuote = (kind: ResultKind, earlier: string) =>
  kind === "partial"
    ? t("Your {earlier} was approved in part.", { earlier })
    : t("Your {earlier} was approved. You do not have to pay it again.", { earlier });

const asSentence = (text: string) => (text.endsWith(".") ? text : `${text}.`);
