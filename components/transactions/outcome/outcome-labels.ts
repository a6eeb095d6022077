import { type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { resultTitle } from "#components/payment-result/result-labels.ts";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type FollowUpCommand, followUpForms, isFollowUp } from "#lib/forms/follow-up.ts";
import { type OutcomeErrorName, outcomeCodes } from "#lib/gateway/codes/outcome-codes.ts";
import { commands } from "#lib/gateway/commands.ts";
import { declineText } from "#lib/gateway/errors.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { GivenBack } from "#lib/payments/given-back.ts";
import { effectOn } from "../action/offers.ts";

/** The first words stay those of every result; what was done follows: "Approved. Refunded $42.00." */
export function outcomeTitle(kind: ResultKind, attempt: Attempt): string {
  const title = resultTitle(kind, attempt);
  const done = isFollowUp(attempt.command) ? doneText(attempt.command, attempt) : undefined;
  return done && title.startsWith("Approved")
    ? `Approved. ${done}.${title.slice("Approved".length).replace(/^\./, "")}`
    : title;
}

function doneText(command: FollowUpCommand, attempt: Attempt): string {
  const { amountCents, transaction, currency, originalKey } = attempt;
  const cents = toCents(transaction?.auth_amount ?? "") ?? amountCents;
  const sum = cents ? ` ${formatMoney(cents, { code: currency ?? transaction?.currency })}` : "";
  const { done, doneApart = done, amount } = followUpForms[command];
  const isApart = transaction?.key !== undefined && transaction.key !== originalKey;
  return amount === "none" ? done : `${isApart ? doneApart : done}${sum}`;
}

/** "Refunded $42.00, $137.26 left", or "Refunded $140.02 of $70.01". `code` is the currency of the payment. */
export function refundedText(
  { soldCents, givenCents, leftCents }: GivenBack,
  code: string | undefined,
): string {
  if (givenCents > soldCents)
    return `Refunded ${formatMoney(givenCents, { code })} of ${formatMoney(soldCents, { code })}`;
  const left = leftCents === 0 ? "nothing" : formatMoney(leftCents, { code });
  return `Refunded ${formatMoney(givenCents, { code })}, ${left} left`;
}

/** The reason as the gateway gave it, and the next right step. */
export function explainOutcome(attempt: Attempt, original: TransactionDetail): string {
  const { transaction, problem, state } = attempt;
  switch (resultKind(attempt)) {
    case "approved":
    case "held":
    case "partial":
    case "moved":
      if (state === "resolved" && problem) return problem.message;
      return isFollowUp(attempt.command)
        ? effectOn(explainedAs(attempt.command), original)
        : commands[attempt.command].effect;
    case "unknown":
    case "waiting":
      return problem?.message ?? "The answer is still on its way.";
    case "duplicate":
      return "The gateway saw the same payment a moment ago and did not charge again.";
    default: {
      const reason = transaction?.error ?? declineText(transaction?.error_code) ?? problem?.message;
      return `${reason ? `${reason.replace(/\.?$/, ".")} ` : ""}${nextStep(transaction?.error_code)}`;
    }
  }
}

/** What to do after a refusal of the gateway, by its code. */
function nextStep(code: string | undefined): string {
  const step = nextSteps.find(([name]) => String(outcomeCodes[name]) === code);
  return step?.[1] ?? "See what can be done below before you try again.";
}

const nextSteps: readonly (readonly [OutcomeErrorName, string])[] = [
  [
    "authorizationExpired",
    "Nothing was collected. Authorize again and capture, capture without authorization, or void it and take a new payment.",
  ],
  ["generalDecline", "Nothing was collected. Ask the customer for another card and take a new payment."],
  ["alreadyVoided", "Nothing more is needed. Undo the void if it was a mistake."],
  ["batchClosed", "It is too late to void it. Refund it instead."],
  ["batchClosing", "Wait until the batch has closed, then refund it."],
  ["settled", "It is too late to void it. Refund it instead."],
  ["alreadySettled", "Its amount can't change any more. Refund the difference, or charge it as a new sale."],
  ["exceedsOriginal", "Choose a smaller amount: what is left is shown above."],
  ["notReleasable", "The funds can't be released any more. Void or refund it instead."],
  ["notQueueable", "Void it instead, or leave it in the batch."],
  ["notVoided", "It is not voided. See its state below."],
  ["overMaximum", "Choose a smaller amount, or split it into two payments."],
  ["commandNotAllowed", "Ask your administrator to allow this command for the gateway's API key."],
  ["pinRequired", "Ask your administrator to set the PIN of the gateway's API key."],
];

function explainedAs(command: FollowUpCommand): FollowUpCommand {
  const other = followUpForms[command].explainedAs;
  return other !== undefined && isFollowUp(other) ? other : command;
}
