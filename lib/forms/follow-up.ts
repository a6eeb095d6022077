import { keysOf } from "#lib/keys-of.ts";
import { t } from "#lib/language/t.ts";
import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";
import { formatMoney } from "../format/money.ts";
import {
  followUpForms as dialogs,
  type FollowUpCommand,
  type FollowUpForm,
} from "../gateway/commands/follow-up-forms.ts";
import {
  type CommandRight,
  commandRow,
  commands,
  dependsOnSettlement,
  givesMoneyBack,
  restoresPayment,
} from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents } from "../money.ts";
import { isRefund, phaseOf, tenderOf } from "../payments/transaction-labels.ts";
import { type AskedAmount, amountRules } from "./amount-rules.ts";
import { shortestReason } from "./reason.ts";

/** Commands that act on a transaction: what each asks of the person, and the wire shape of the answer. */

export type { FollowUpCommand };

/** The questions and texts of each dialog. */
export const followUpForms: Record<FollowUpCommand, FollowUpForm> = dialogs;

/** Every command with a dialog, in the order of the buttons. */
export const followUpCommands = keysOf(dialogs).sort(
  (one, other) => followUpForms[one].position - followUpForms[other].position,
);

/** How the dialog of a command asks for the amount of this transaction; undefined where it doesn't. */
export function askedAmount(command: FollowUpCommand, original: TransactionDetail): AskedAmount | undefined {
  const asked = amountRules[followUpForms[command].amount];
  return asked?.onlyOnceCollected && !isCollected(original) ? undefined : asked;
}

/** Whether it is too late to void it, as far as its codes show. */
const isCollected = (original: TransactionDetail): boolean =>
  (["settled", "submitted"] as const).some((phase) => phase === phaseOf(original));

/** Whether the command asks why. */
export const asksReason = (command: FollowUpCommand): "optional" | "required" | undefined =>
  followUpForms[command].reason?.rule;

/** What is wrong with the reason, or undefined. */
export function reasonProblem(
  command: FollowUpCommand,
  { reason, ignoreDuplicate }: { reason: string; ignoreDuplicate?: boolean | undefined },
): string | undefined {
  const isNeeded = ignoreDuplicate || asksReason(command) === "required";
  if (isNeeded && reason.trim().length < shortestReason) return t("Say why, in a few words.");
  return holdsCardNumber(reason) ? cardNumberProblem : undefined;
}

export const isFollowUp = (command: string): command is FollowUpCommand =>
  Object.hasOwn(followUpForms, command);

/** The current amount of the original, in cents. */
export function originalCents(original: TransactionDetail): number | undefined {
  // Of a partial approval only the approved part was taken.
  const text =
    original.result_code === "P"
      ? (original.auth_amount ?? original.amount)
      : (original.amount ?? original.auth_amount);
  return text === undefined ? undefined : (toCents(text) ?? undefined);
}

/**
 * Whether the amount is limited by what was given back before: a refund never exceeds what is left of the sale. Some
 * commands refund only what is settled.
 */
export const isRefundCommand = (command: FollowUpCommand, original: TransactionDetail): boolean =>
  givesMoneyBack(command) || (dependsOnSettlement(command) && isCollected(original));

/** The right that the command needs on this transaction: undoing the void of a refund pays it out. */
export const rightFor = (command: FollowUpCommand, original: TransactionDetail): CommandRight =>
  restoresPayment(command) && isRefund(original) ? "refund" : commands[command].right;

/** What is wrong with a refund of this much, or undefined. */
export function refundProblem(
  cents: number | undefined,
  leftCents: number,
  code?: string,
): string | undefined {
  if (leftCents === 0) return t("Nothing is left to refund.");
  if (cents === undefined || cents <= leftCents) return undefined;
  return t("Only {money} is left to refund.", { money: formatMoney(leftCents, { code }) });
}

/** Whether the command is possible for the transaction as it is: the gateway offers it, or it acts on nothing there. */
export function isOffered(command: FollowUpCommand, original: TransactionDetail): boolean {
  const { offeredAs, tenders } = commandRow(command);
  const { impliedBy = [], impliedFor = tenders, inPhase } = followUpForms[command];
  const isListed = (values: readonly string[]) =>
    original.available_actions?.some((action) => values.includes(action)) ?? false;
  if (isListed(offeredAs)) return true;
  if (isRefund(original) || !impliedFor.includes(tenderOf(original))) return false;
  return isListed(impliedBy) || (inPhase !== undefined && phaseOf(original) === inPhase);
}

/** What is possible with the transaction, in the order of the buttons; not the rarer ways to do the same. */
export const possibleCommands = (original: TransactionDetail): FollowUpCommand[] =>
  followUpCommands.filter((command) => !followUpForms[command].inMenu && isOffered(command, original));
