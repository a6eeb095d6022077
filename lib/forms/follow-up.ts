import { z } from "zod";
import type { Attempt } from "../attempt.ts";
import { typedCents, amountProblem as wrongText } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import { type CommandName, commands, type Tender } from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/transaction.ts";
import { toCents, toDecimal } from "../money.ts";
import { payerOf, tenderOf } from "../transaction-words.ts";
import { outOfRange } from "./charge-rules.ts";
import { gatewayKey } from "./gateway-key.ts";

/** Commands that act on a transaction: what each asks of the person, and the wire shape of the answer. */

/**
 * What the amount is to the command: `none` — there is none to choose · `part` — all of it or less ·
 * `any` — a new amount, the original's suggested · `tip` — a tip, from which the new total follows.
 */
type AmountRule = "none" | "part" | "any" | "tip";

/** In the order in which they are offered. */
export const followUps = {
  "cc:capture": "part",
  refund: "part",
  void: "none",
  "cc:void:release": "none",
  "cc:adjust": "tip",
  queue: "none",
  unvoid: "none",
  quicksale: "any",
  quickrefund: "any",
} as const satisfies Partial<Record<CommandName, AmountRule>>;
export type FollowUpCommand = keyof typeof followUps;

export const isFollowUp = (command: string): command is FollowUpCommand => Object.hasOwn(followUps, command);

export const followUpForm = z.object({
  /** The nonce made when the dialog opened. */
  attempt: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
  key: gatewayKey,
  command: z.custom<FollowUpCommand>(
    (value) => typeof value === "string" && isFollowUp(value),
    "is no action",
  ),
  /** Decimal text; ignored where the command has no amount. For a tip, the tip. */
  amount: z.string().trim(),
});
export type FollowUpValues = z.input<typeof followUpForm>;

export type FollowUp = {
  command: FollowUpCommand;
  tender: Tender;
  payer: string;
  /** What the command moves: the refund, the capture, the new total. */
  amountCents: number | undefined;
  body: Record<string, unknown>;
};

/** The amount the original stands at, in cents. */
export function originalCents(original: TransactionDetail): number | undefined {
  const text = original.amount ?? original.auth_amount;
  return text === undefined ? undefined : (toCents(text) ?? undefined);
}

/** The wire shape, or what is wrong with the amount. */
export function toFollowUp(
  values: z.output<typeof followUpForm>,
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
  const wrong = cents === 0 && rule === "tip" ? undefined : outOfRange(cents);
  if (wrong) return wrong;
  if (rule === "part" && total !== undefined && cents > total)
    return `It can be ${formatMoney(total, { code })} at most, the amount of the original.`;
  return undefined;
}

/** Cents given back on the original by connected refunds, as far as the journal of this console knows. */
export function refundedCents(originalKey: string, attempts: readonly Attempt[]): number {
  return attempts
    .filter(({ command, originalKey: key }) => command === "refund" && key === originalKey)
    .filter(wentThrough)
    .reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
}

function wentThrough({ state, transaction, problem }: Attempt): boolean {
  if (state === "answered") return transaction?.result_code === "A";
  return state === "resolved" && (problem?.moved ?? transaction?.result_code === "A");
}

/** Whether the gateway offers the command for the transaction as it stands. */
export function isOffered(command: FollowUpCommand, original: TransactionDetail): boolean {
  const values = commands[command].actions as readonly string[];
  return original.available_actions?.some((action) => values.includes(action)) ?? false;
}
