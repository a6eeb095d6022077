import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";
import { outOfRange } from "../charge/rules.ts";
import { fractionProblem, typedCents, amountProblem as wrongText } from "../format/amount-text.ts";
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
  givesMoneyBack,
  isTwofold,
  restoresPayment,
  type Tender,
} from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents, toDecimal } from "../money.ts";
import { isRefund, payerOf, phaseOf, tenderOf } from "../transaction-labels.ts";
import { type Amendment, amendmentProblems, toAmendment } from "./amendment.ts";
import { shortestReason } from "./reason.ts";

/** What a dialog asks for: decimal text, ignored where the command has no amount; what else is changed, as typed. */
type Asked = { key: string; command: FollowUpCommand; amount: string; details?: Amendment | undefined };

/** Commands that act on a transaction: what each asks of the person, and the wire shape of the answer. */

export type { FollowUpCommand };

type AmountRule = FollowUpForm["amount"];

/** The questions and texts of each dialog. */
export const followUpForms: Record<FollowUpCommand, FollowUpForm> = dialogs;

/** Every command with a dialog, in the order of the buttons. */
// The keys are those of the table.
export const followUpCommands = (Object.keys(dialogs) as FollowUpCommand[]).sort(
  (one, other) => followUpForms[one].place - followUpForms[other].place,
);

/** How the dialog of a command asks for the amount of this transaction. */
export function amountRule(
  command: FollowUpCommand,
  original: TransactionDetail,
): Exclude<AmountRule, "settledPart"> {
  const { amount } = followUpForms[command];
  if (amount !== "settledPart") return amount;
  return isCollected(original) ? "part" : "none";
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
  if (isNeeded && reason.trim().length < shortestReason) return "Say why, in a few words.";
  return holdsCardNumber(reason) ? cardNumberProblem : undefined;
}

export const isFollowUp = (command: string): command is FollowUpCommand =>
  Object.hasOwn(followUpForms, command);

export type FollowUp = {
  command: FollowUpCommand;
  tender: Tender;
  payer: string;
  /** As `amountCents` of `Attempt` is meant. */
  amountCents: number | undefined;
  body: Record<string, unknown>;
};

/** The current amount of the original, in cents. */
export function originalCents(original: TransactionDetail): number | undefined {
  // Of a partial approval only the approved part was taken.
  const text =
    original.result_code === "P"
      ? (original.auth_amount ?? original.amount)
      : (original.amount ?? original.auth_amount);
  return text === undefined ? undefined : (toCents(text) ?? undefined);
}

/** The wire shape, or what is wrong, by the field where it was typed. */
export function toFollowUp(
  values: Asked,
  original: TransactionDetail,
): { ok: true; value: FollowUp } | { ok: false; message: string; fields: Record<string, string> } {
  const { command, details = {} } = values;
  const total = originalCents(original);
  const common = { command, tender: tenderOf(original), payer: payerOf(original) };
  const named = nameOf(command, values.key);
  const rule = amountRule(command, original);
  if (rule === "none") return { ok: true, value: { ...common, amountCents: total, body: named } };
  const cents = typedCents(values.amount);
  if (cents === null) return wrongAmount(wrongText(values.amount) ?? "Enter the amount.");
  const problem = amountProblem(rule, cents, total, original.currency);
  if (problem) return wrongAmount(problem);
  const { fields = [] } = followUpForms[command];
  const [wrong] = Object.entries(amendmentProblems(details, fields, original));
  if (wrong) return { ok: false, message: wrong[1], fields: { [`details.${wrong[0]}`]: wrong[1] } };
  const body = { ...named, amount: toDecimal(cents), ...toAmendment(details, fields, original) };
  return { ok: true, value: { ...common, amountCents: cents, body } };
}

const wrongAmount = (message: string) => ({ ok: false as const, message, fields: { amount: message } });

/** How a request names the transaction it acts on; nothing where it acts on none. */
function nameOf(command: FollowUpCommand, key: string): Record<string, string> {
  const { original, names = "trankey" } = commandRow(command);
  return original === "none" ? {} : { [names]: key };
}

function amountProblem(
  rule: AmountRule,
  cents: number,
  total: number | undefined,
  code: string | undefined,
): string | undefined {
  const wrong = outOfRange(cents) ?? fractionProblem(cents, code);
  if (wrong) return wrong;
  if (rule === "part" && total !== undefined && cents > total)
    return `It can be ${formatMoney(total, { code })} at most, the amount of the original.`;
  return undefined;
}

/**
 * Whether the amount is limited by what was given back before: a refund never exceeds what is left of the sale. Some
 * commands refund only what is settled.
 */
export const isRefundCommand = (command: FollowUpCommand, original: TransactionDetail): boolean =>
  givesMoneyBack(command) || (isTwofold(command) && isCollected(original));

/** The right that the command needs on this transaction: undoing the void of a refund pays it out. */
export const rightFor = (command: FollowUpCommand, original: TransactionDetail): CommandRight =>
  restoresPayment(command) && isRefund(original) ? "refund" : commands[command].right;

/** What is wrong with a refund of this much, or undefined. */
export function refundProblem(
  cents: number | undefined,
  leftCents: number,
  code?: string,
): string | undefined {
  if (leftCents === 0) return "Nothing is left to refund: all of it was given back.";
  if (cents === undefined || cents <= leftCents) return undefined;
  return `Only ${formatMoney(leftCents, { code })} is left to refund.`;
}

/** What is wrong with the amount as far as it is typed: no error for a field that is empty or not finished yet. */
export function typedProblem(
  values: Asked,
  original: TransactionDetail,
  leftCents: number | undefined,
): string | undefined {
  if (amountRule(values.command, original) === "none" || !typedCents(values.amount)) return undefined;
  const checked = toFollowUp({ ...values, details: {} }, original);
  if (!checked.ok) return checked.message;
  return isRefundCommand(values.command, original) && leftCents !== undefined
    ? refundProblem(checked.value.amountCents, leftCents, original.currency)
    : undefined;
}

/** Whether the command is possible for the transaction as it is: the gateway offers it, or it acts on nothing there. */
export function isOffered(command: FollowUpCommand, original: TransactionDetail): boolean {
  const { offeredAs, tenders } = commandRow(command);
  const { impliedBy = [], inPhase } = followUpForms[command];
  const isListed = (values: readonly string[]) =>
    original.available_actions?.some((action) => values.includes(action)) ?? false;
  if (isListed(offeredAs)) return true;
  if (isRefund(original) || !tenders.includes(tenderOf(original))) return false;
  return isListed(impliedBy) || (inPhase !== undefined && phaseOf(original) === inPhase);
}

/** What is possible with the transaction, in the order of the buttons; not the rarer ways to do the same. */
export const possibleCommands = (original: TransactionDetail): FollowUpCommand[] =>
  followUpCommands.filter((command) => !followUpForms[command].aside && isOffered(command, original));
