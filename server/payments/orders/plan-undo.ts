import { amountText } from "#lib/format/amount-text.ts";
import { askedAmount, type FollowUpCommand, isOffered, rightFor } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { effectOn } from "#lib/payments/effect-on.ts";
import { allPartsOf, type UndoStep } from "#lib/payments/order.ts";
import {
  type CurrentState,
  hasAppearance,
  isUndone,
  phaseOf,
  stateAppearances,
} from "#lib/payments/transaction-labels.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { drawerProblem } from "#server/books/drawer/required.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { findRow } from "../attempts/attempts.ts";
import { readRefundTotals } from "../follow-up/refund-totals.ts";
import { mayDo } from "../missing-right.ts";
import { readBalance } from "./read-orders.ts";

/** How each part would be undone now. Reads from the gateway each that is not undone already. */
export async function planUndo(person: PaymentActor, order: string): Promise<Result<UndoStep[]>> {
  const first = await findRow(order);
  const balance = first && (await readBalance(first));
  if (!balance) return refuse("There is no such order.");
  const steps: UndoStep[] = [];
  for (const one of allPartsOf(balance)) {
    const { attemptId: part, paymentMethod, cents } = one;
    const planned = one.isGone ? { problem: already(one.state) } : await planPart(person, part);
    const {
      command,
      effect,
      transactionKey = one.transactionKey,
      leftCents,
      problem,
    }: Partial<Planned> = planned;
    steps.push({
      part,
      paymentMethod,
      cents: leftCents ?? cents,
      ...(command && { command }),
      ...(effect && { effect }),
      ...(transactionKey && { transactionKey }),
      ...(problem && { problem }),
    });
  }
  return ok(steps);
}

/** Why a payment that was undone or came back is not undone again. */
const already = (state: CurrentState = "returned") =>
  `Already ${stateAppearances[state].word.toLowerCase()}.`;

type Planned = {
  transactionKey?: string;
  command?: FollowUpCommand;
  effect?: string;
  /** As the dialog of the command would have it. */
  amount: string;
  leftCents?: number;
  problem?: string;
  /** As it was read now. */
  original?: TransactionDetail;
};

/** The ways to undo a payment, the best for the customer first. */
const ways: readonly FollowUpCommand[] = ["cc:void:release", "void", "refund", "cash:refund"];

/** How one part would be undone now: one request to the gateway. */
export async function planPart(person: PaymentActor, part: string): Promise<Planned> {
  const row = await findRow(part);
  const key = row?.transaction_key;
  if (!row || row.state === "prepared" || row.state === "sent" || row.state === "unknown")
    return { amount: "", problem: "Its outcome is not known yet. Undo it once it is known." };
  if (!key)
    return { amount: "", problem: "The gateway's record of it is not known. Find it under Transactions." };
  const read = await readTransaction(key, { fresh: true, isForMoney: true });
  if (read.kind !== "found") return { transactionKey: key, amount: "", problem: read.message };
  const original = read.value;
  const phase = phaseOf(original);
  if (hasAppearance(phase) && isUndone(phase))
    return { transactionKey: key, amount: "", problem: already(phase) };
  const command = ways.find((way) => isOffered(way, original));
  if (!command)
    return { transactionKey: key, amount: "", problem: "It can't be undone now. Open it to see why." };
  return { transactionKey: key, original, ...(await toPlanned(person, command, original)) };
}

async function toPlanned(
  person: PaymentActor,
  command: FollowUpCommand,
  original: TransactionDetail,
): Promise<Planned> {
  const right = rightFor(command, original);
  if (!mayDo(person.role, right))
    return {
      amount: "",
      problem: `Only ${holdersOf(right)} can refund it. Ask one to undo the order.`,
    };
  const closed = command === "cash:refund" ? await drawerProblem(person.drawer) : undefined;
  if (closed) return { amount: "", problem: closed };
  const effect = effectOn(command, original);
  if (!askedAmount(command, original)) return { command, effect, amount: "" };
  const { leftCents, unconfirmedCents } = await readRefundTotals(original);
  if (unconfirmedCents > 0)
    return { amount: "", problem: "The outcome of a refund of it is not known yet. Wait until it is known." };
  if (leftCents === 0) return { amount: "", problem: "It was already refunded in full." };
  return { command, effect, amount: amountText(leftCents, original.currency), leftCents };
}
