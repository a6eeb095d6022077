import { type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { resultTitle } from "#components/payment-result/result-labels.ts";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type FollowUpCommand, followUpForms, isFollowUp } from "#lib/forms/follow-up.ts";
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

function doneText(command: FollowUpCommand, { amountCents, transaction, currency }: Attempt): string {
  const cents = toCents(transaction?.auth_amount ?? "") ?? amountCents;
  const sum = cents ? ` ${formatMoney(cents, { code: currency ?? transaction?.currency })}` : "";
  const { done, amount } = followUpForms[command];
  return amount === "none" ? done : `${done}${sum}`;
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
      return `${reason ? `${reason.replace(/\.?$/, ".")} ` : ""}See what can be done below before you try again.`;
    }
  }
}

function explainedAs(command: FollowUpCommand): FollowUpCommand {
  const other = followUpForms[command].explainedAs;
  return other !== undefined && isFollowUp(other) ? other : command;
}
