import { type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { resultTitle, sumOf } from "#components/payment-result/result-labels.ts";
import { type Attempt, isSettling } from "#lib/attempt.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";

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
  const earlier = `earlier ${isCredit ? "credit" : "payment"} of ${sumOf(blocking)} on this ${blocking.tender === "check" ? "account" : "card"}`;
  if (isSettling(blocking.state))
    return {
      title: "Held back. Nothing was sent.",
      quote: `An ${earlier} has no answer yet. We look for it first, so that ${isCredit ? "it is not paid out twice" : "you do not pay twice"}.`,
    };
  const kind = resultKind(blocking);
  const isTaken = taken.includes(kind) || (kind === "contradicted" && blocking.contradiction?.moved === true);
  const title = `Nothing was sent. The earlier ${isCredit ? "credit" : "payment"} is settled.`;
  const result = asSentence(resultTitle(kind, blocking));
  // An unknown answer proves nothing about the money.
  if (kind === "error" && blocking.transaction?.result_code !== "E")
    return {
      title,
      quote: `Your ${earlier} is not clear yet. I look at it first, so that you do not pay twice.`,
      outcome: { result, advice: "Look at it before you charge again." },
    };
  return {
    title,
    quote: isCredit
      ? `Your ${earlier} was ${isTaken ? "sent" : "not sent"}.`
      : isTaken
        ? takenQuote(kind, earlier)
        : `Your ${earlier} was not taken. We can charge it now.`,
    outcome: {
      result,
      advice: isTaken
        ? "Go back to the form only for a second payment."
        : "This payment is no longer blocked. Go back to the form to charge it.",
    },
  };
}

const taken: readonly ResultKind[] = ["approved", "held", "moved", "partial", "duplicate"];

const takenQuote = (kind: ResultKind, earlier: string) =>
  kind === "partial"
    ? `Your ${earlier} was approved in part.`
    : `Your ${earlier} was approved. You do not have to pay it again.`;

const asSentence = (text: string) => (text.endsWith(".") ? text : `${text}.`);
