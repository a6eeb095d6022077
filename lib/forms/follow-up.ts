import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";
import { outOfRange } from "../charge/rules.ts";
import { fractionProblem, typedCents, amountProblem as wrongText } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import {
  type CommandRight,
  commandNames,
  commandRow,
  commands,
  type FollowUpCommand,
  type FollowUpForm,
  givesMoneyBack,
  restoresPayment,
  type Tender,
} from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents, toDecimal } from "../money.ts";
import { isRefund, payerOf, tenderOf } from "../transaction-labels.ts";
import { shortestReason } from "./reason.ts";

/** What a dialog asks for: decimal text, ignored where the command has no amount. */
type Asked = { key: string; command: FollowUpCommand; amount: string };

/** Commands that act on a transaction: what each asks of the person, and the wire shape of the answer. */

export type { FollowUpCommand };

type AmountRule = FollowUpForm["amount"];

const forms = commandNames
  .map((name) => [name, commandRow(name).followUp] as const)
  .filter((row): row is [FollowUpCommand, FollowUpForm] => row[1] !== undefined)
  .sort(([, one], [, other]) => one.place - other.place);

/** The questions and texts of each dialog, in the order in which the commands are offered. */
// The rows with a dialog are the names of the type.
export const followUpForms = Object.fromEntries(forms) as Record<FollowUpCommand, FollowUpForm>;

/** What the amount is to each. */
export const followUps = Object.fromEntries(forms.map(([name, { amount }]) => [name, amount])) as Record<
  FollowUpCommand,
  AmountRule
>;

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

export const isFollowUp = (command: string): command is FollowUpCommand => Object.hasOwn(followUps, command);

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

/** The wire shape, or what is wrong with the amount. */
export function toFollowUp(
  values: Asked,
  original: TransactionDetail,
): { ok: true; value: FollowUp } | { ok: false; message: string } {
  const { command } = values;
  const total = originalCents(original);
  const common = { command, tender: tenderOf(original), payer: payerOf(original) };
  const trankey = { trankey: values.key };
  const rule = followUps[command];
  if (rule === "none") return { ok: true, value: { ...common, amountCents: total, body: trankey } };
  const cents = typedCents(values.amount);
  if (cents === null) return { ok: false, message: wrongText(values.amount) ?? "Enter the amount." };
  const problem = amountProblem(rule, cents, total, original.currency);
  if (problem) return { ok: false, message: problem };
  if (rule === "tip") {
    const newTotal = (total ?? 0) - (toCents(original.amount_detail?.tip ?? "0") ?? 0) + cents;
    if (outOfRange(newTotal)) {
      const shown = formatMoney(newTotal, { code: original.currency });
      return { ok: false, message: `With this tip the new total would be ${shown}, which can't be charged.` };
    }
    const body = {
      ...trankey,
      amount: toDecimal(newTotal),
      amount_detail: { ...original.amount_detail, tip: toDecimal(cents) },
    };
    return { ok: true, value: { ...common, amountCents: newTotal, body } };
  }
  return {
    ok: true,
    value: { ...common, amountCents: cents, body: { ...trankey, amount: toDecimal(cents) } },
  };
}

function amountProblem(
  rule: AmountRule,
  cents: number,
  total: number | undefined,
  code: string | undefined,
): string | undefined {
  const wrong =
    (cents === 0 && rule === "tip" ? undefined : outOfRange(cents)) ?? fractionProblem(cents, code);
  if (wrong) return wrong;
  if (rule === "part" && total !== undefined && cents > total)
    return `It can be ${formatMoney(total, { code })} at most, the amount of the original.`;
  return undefined;
}

/** Whether the amount is limited by what was given back before: a refund never exceeds what is left of the sale. */
export const isRefundCommand = (command: FollowUpCommand): boolean => givesMoneyBack(command);

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
  if (followUps[values.command] === "none" || !typedCents(values.amount)) return undefined;
  const checked = toFollowUp(values, original);
  if (!checked.ok) return checked.message;
  return isRefundCommand(values.command) && leftCents !== undefined
    ? refundProblem(checked.value.amountCents, leftCents, original.currency)
    : undefined;
}

/** Whether the gateway offers the command for the transaction in its current state. */
export function isOffered(command: FollowUpCommand, original: TransactionDetail): boolean {
  const { offeredAs } = commandRow(command);
  return original.available_actions?.some((action) => offeredAs.includes(action)) ?? false;
}
