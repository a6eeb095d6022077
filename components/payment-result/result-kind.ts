import type { Attempt, OrderPart } from "#lib/attempt.ts";
import { rateLimitCode } from "#lib/gateway/codes/answer-codes.ts";
import {
  type CommandName,
  canBePartial,
  commands,
  givesMoneyBack,
  holdsMoney,
} from "#lib/gateway/commands.ts";
import { toCents } from "#lib/money.ts";
import { partsOf } from "#lib/payments/order.ts";
import { type CurrentState, isUndone, returnStates } from "#lib/payments/transaction-labels.ts";
import { type FirstAnswer, firstAnswer } from "./first-answer.ts";

/** Which screen an attempt gets: did money move, and what is there to do next. */
export type ResultKind = FirstAnswer | "held" | "busy";

/** By its first answer: what was done to the payment since is `laterState`. */
export function resultKind(attempt: Attempt): ResultKind {
  const { command, transaction, problem } = attempt;
  const answer = firstAnswer(attempt);
  if (answer === "refused") return problem?.code === rateLimitCode ? "busy" : "refused";
  // Without a code it is not known what is held.
  if (answer === "approved" && transaction?.result_code === "A")
    return isCharge(command) && isHeld(attempt) ? "held" : "approved";
  if (answer === "partial") return canBePartial(command) ? "partial" : "approved";
  return answer;
}

/** The state an approved payment was brought into since its answer: undone, given back in part, or perhaps. Undefined where its answer still holds. */
export function laterState(attempt: Attempt): CurrentState | undefined {
  if (!isApproved(resultKind(attempt))) return undefined;
  const state = attempt.current?.state ?? (attempt.returned && returnStates[attempt.returned.outcome]);
  const isRefunded = state === "partlyRefunded" || state === "refundUnknown";
  return isUndone(state) || isRefunded ? state : undefined;
}

/** Whether money moved or is held, as far as the first answer shows. */
export const isApproved = (kind: ResultKind): boolean => approvedKinds.includes(kind);

const approvedKinds: readonly ResultKind[] = ["approved", "held", "partial", "moved"];

/** Whether what was approved is only held on the card now: not captured yet, or taken out of its batch. */
export function isHeld({ command, current }: Pick<Attempt, "command" | "current">): boolean {
  if (current?.state === "pending" || current?.state === "settled") return false;
  return holdsMoney(command) || current?.state === "authorized";
}

/** Whether it takes money from a customer, so that they ask whether they were charged. */
export const isCharge = (command: CommandName) =>
  (commands[command].original === "none" && !givesMoneyBack(command)) || commands[command].money === "takes";

/** What a partial approval leaves to collect, in cents. */
export function remainingCents({ amountCents = 0, transaction }: Attempt): number {
  return Math.max(0, amountCents - (toCents(transaction?.auth_amount ?? "") ?? 0));
}

/**
 * What is still to collect of the order of a payment that is one of several, in cents.
 * A payment toward it without an answer counts as collected.
 */
export function openCents(attempt: Attempt): number {
  const balance = attempt.current?.balance;
  if (balance) return balance.closed ? 0 : balance.openCents;
  return resultKind(attempt) === "partial" ? remainingCents(attempt) : 0;
}

/** Whether a payment toward the rest has no answer yet: its amount is not collected again until then. */
export const hasPartWithoutOutcome = ({ current }: Attempt): boolean =>
  current?.balance?.parts.some(({ hasNoOutcome }) => hasNoOutcome) ?? false;

/** The other payments of the same order that were not undone. */
export function otherPayments({ id, current }: Attempt): OrderPart[] {
  if (!current?.balance) return [];
  return partsOf(current.balance).filter(({ attemptId }) => attemptId !== id);
}
