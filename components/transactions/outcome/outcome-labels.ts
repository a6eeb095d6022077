import {
  isApproved,
  laterState,
  type ResultKind,
  resultKind,
} from "#components/payment-result/result-kind.ts";
import { afterTitle, resultTitle } from "#components/payment-result/result-labels.ts";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { amountRules } from "#lib/forms/amount-rules.ts";
import { type FollowUpCommand, followUpForms, isFollowUp } from "#lib/forms/follow-up.ts";
import { type OutcomeErrorName, outcomeCodes } from "#lib/gateway/codes/outcome-codes.ts";
import { type CommandName, commands, restoresPayment } from "#lib/gateway/commands.ts";
import { declineText } from "#lib/gateway/errors.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toCents } from "#lib/money.ts";
import { effectOn } from "#lib/payments/effect-on.ts";
import type { RefundTotals } from "#lib/payments/refund-totals.ts";

/** The first words stay those of every result; what was done follows: "Approved. Refunded $42.00." */
export function outcomeTitle(kind: ResultKind, attempt: Attempt): string {
  const isDone = (kind === "approved" || kind === "moved") && !laterState(attempt);
  if (!isDone || !isFollowUp(attempt.command)) return resultTitle(kind, attempt);
  const done = doneText(attempt.command, attempt);
  return [t("Approved. {done}.", { done }), afterTitle(kind, attempt)].filter(Boolean).join(" ");
}

function doneText(command: FollowUpCommand, attempt: Attempt): string {
  const { amountCents, transaction, currency } = attempt;
  const cents = toCents(transaction?.auth_amount ?? "") ?? amountCents;
  const sum = cents ? ` ${formatMoney(cents, { code: currency ?? transaction?.currency })}` : "";
  const { done, doneApart = done, amount } = followUpForms[command];
  return amountRules[amount] ? `${isApart(attempt) ? doneApart : done}${sum}` : done;
}

/** Whether it made a transaction of its own. */
const isApart = ({ transaction, originalKey }: Attempt): boolean =>
  transaction?.key !== undefined && transaction.key !== originalKey;

/** "Refunded $42.00, $137.26 left", or "Refunded $140.02 of $70.01". `code` is the currency of the payment. */
export function refundedText(
  { soldCents, refundedCents, leftCents }: RefundTotals,
  code: string | undefined,
): string {
  if (refundedCents > soldCents)
    return t("Refunded {money} of {money2}", {
      money: formatMoney(refundedCents, { code }),
      money2: formatMoney(soldCents, { code }),
    });
  const money = formatMoney(refundedCents, { code });
  return leftCents === 0
    ? t("Refunded {money}, nothing left", { money })
    : t("Refunded {money}, {left} left", { money, left: formatMoney(leftCents, { code }) });
}

/** The last approved action on the payment after this one, in this console: what this one did no longer says how the payment is. */
export function findLater(action: Attempt, attempts: readonly Attempt[]): Attempt | undefined {
  if (!isApproved(resultKind(action))) return undefined;
  return attempts
    .filter(({ id, originalKey }) => id !== action.id && originalKey === action.originalKey)
    .filter((other) => other.preparedAt > action.preparedAt && isApproved(resultKind(other)))
    .reduce<Attempt | undefined>(
      (last, other) => (last && last.preparedAt > other.preparedAt ? last : other),
      undefined,
    );
}

export const laterText = ({ command, userName }: Attempt): string =>
  t("Afterward: {label}, by {name}. The state now is below.", {
    label: commands[command].label,
    name: userName,
  });

/** The reason as the gateway gave it, and the next right step. */
export function explainOutcome(attempt: Attempt, original: TransactionDetail): string {
  const { transaction, problem, state } = attempt;
  switch (resultKind(attempt)) {
    case "approved":
    case "held":
    case "partial":
    case "moved":
      if (state === "resolved" && problem) return translate(problem.message);
      return isFollowUp(attempt.command)
        ? effectOn(explainedAs(attempt.command, attempt), original)
        : commands[attempt.command].effect;
    case "unknown":
    case "waiting":
      if (attempt.delayed) return t("Every workstation shows it until it is sent, and can stop it.");
      return problem ? translate(problem.message) : t("Waiting for the response.");
    case "duplicate":
      return t("The gateway saw the same payment a moment ago and did not charge again.");
    default: {
      const reason = translate(
        transaction?.error ?? declineText(transaction?.error_code) ?? problem?.message ?? "",
      );
      return `${reason ? `${reason.replace(/\.?$/, ".")} ` : ""}${nextStep(attempt.command, transaction?.error_code)}`;
    }
  }
}

/** What to do after a refusal of the gateway, by its code. */
function nextStep(command: CommandName, code: string | undefined): string {
  if (restoresPayment(command) && code === String(outcomeCodes.batchClosed))
    return t("It is too late to undo the void. Take a new payment.");
  const step = nextSteps.find(([name]) => String(outcomeCodes[name]) === code);
  return step ? t(step[1]) : t("See what can be done below before you try again.");
}

const nextSteps: readonly (readonly [OutcomeErrorName, string])[] = [
  [
    "authorizationExpired",
    text(
      "Nothing was collected. Authorize again and capture, capture without authorization, or void it and take a new payment.",
    ),
  ],
  [
    "generalDecline",
    text("Nothing was collected. Ask the customer for another card and take a new payment."),
  ],
  ["alreadyVoided", text("Nothing more is needed. Undo the void if it was a mistake.")],
  ["batchClosed", text("It is too late to void it. Refund it instead.")],
  ["batchClosing", text("Wait until the batch has closed, then refund it.")],
  ["settled", text("It is too late to void it. Refund it instead.")],
  [
    "alreadySettled",
    text("Its amount can no longer be changed. Refund the difference, or charge it as a new sale."),
  ],
  ["exceedsOriginal", text("Choose a smaller amount: what is left is shown above.")],
  ["notReleasable", text("The funds can no longer be released. Void or refund it instead.")],
  ["notQueueable", text("Void it instead, or leave it in the batch.")],
  ["notVoided", text("It is not voided. See its state below.")],
  ["overMaximum", text("Choose a smaller amount, or split it into two payments.")],
  ["commandNotAllowed", text("Ask your administrator to allow this command for the gateway's API key.")],
  ["pinRequired", text("Ask your administrator to set the PIN of the gateway's API key.")],
];

function explainedAs(command: FollowUpCommand, attempt: Attempt): FollowUpCommand {
  const { explainedAs: own, explainedApartAs = own } = followUpForms[command];
  const other = isApart(attempt) ? explainedApartAs : own;
  return other !== undefined && isFollowUp(other) ? other : command;
}
