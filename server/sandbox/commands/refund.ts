import type { CommandName } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { isOfferedIn, stateRefusal } from "#lib/gateway/transaction-state.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusalError } from "../refusal.ts";
import { askedCents, refundCents } from "../rules/amount.ts";
import { changeTransaction } from "../store/transactions.ts";
import { amendedDetails } from "./amendment.ts";
import { runCardPayment } from "./card-payment.ts";
import { accountOfTransaction, runCheckPayment } from "./check-payment.ts";
import { mailReceipts, toItsCustomer } from "./extras.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireMovable } from "./movable-amount.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { toDetails } from "./payment-details.ts";
import { cardOfTransaction } from "./usable-card.ts";
import { applyVoid } from "./void.ts";

/** Refunds all or part of an earlier payment; all refunds together never exceed it (contract: rule 8). */
export const refund: Handler<"refund"> = async (call, fields) => {
  const original = await requireOriginal(call, "refund", fields);
  requireMovableIfGiven(original, fields);
  const unsettled = original.state.phase === "pending" || original.state.phase === "held";
  if (unsettled && !call.source.settings.refundUnsettled) throw new OutcomeRefusalError("unsupportedType");
  return original.row.trantype_code === "A"
    ? await reverse(call, original, fields)
    : await applyRefund(call, "refund", original, fields);
};

/** A refund of an authorization reverses the hold, or the part of it that is asked for. */
async function reverse(
  call: Call,
  original: TransactionSnapshot,
  fields: CommandFields<"refund">,
): Promise<CommandResult> {
  requireAllowed("refund", original);
  const cents = requireRefundable(original, fields);
  if (cents === original.row.amount) return await applyVoid(call, original, { release: true });
  const lowered = await lower(call, original, cents, fields);
  return { ...lowered, raiseAs: "refund:adjust" };
}

/** Takes cents off an unsettled payment. */
export async function lower(
  call: Call,
  { row, batch }: TransactionSnapshot,
  cents: number,
  fields: Parameters<typeof amendedDetails>[1],
): Promise<CommandResult> {
  const amount = row.amount - cents;
  const details = amendedDetails(row, { ...fields, amount_detail: undefined }, amount);
  return { row: await changeTransaction(call.db, row, { amount, details }), batch };
}

/** An amount that can't move is wrong in any state of the original. */
function requireMovableIfGiven({ row }: TransactionSnapshot, fields: Partial<CommandFields<"refund">>): void {
  const asked = askedCents(fields);
  if (asked !== undefined) requireMovable(asked, row.details.currency);
}

/** Cents to give back: as asked, or the remaining amount. Throws when that exceeds it. */
function requireRefundable(
  { row, refunded }: TransactionSnapshot,
  fields: Partial<CommandFields<"refund">>,
): number {
  const cents = refundCents({ amount: row.amount, refunded, asked: askedCents(fields) });
  if (cents === undefined) throw new OutcomeRefusalError("exceedsOriginal");
  return cents;
}

/** Voids an unsettled payment, refunds a settled one (contract: rule 3). */
export const creditvoid: Handler<"creditvoid"> = async (call, fields) => {
  const original = await requireOriginal(call, "creditvoid", fields);
  requireMovableIfGiven(original, fields);
  const { state } = original;
  if (stateRefusal("void", state) && isOfferedIn("refund", state))
    return await applyRefund(call, "creditvoid", original, fields);
  requireAllowed("void", original);
  const asked = askedCents(fields);
  if (asked !== undefined && asked > original.row.amount) throw new OutcomeRefusalError("exceedsOriginal");
  if (asked !== undefined && asked < original.row.amount) throw new OutcomeRefusalError("partNotVoidable");
  const voided = await applyVoid(call, original);
  const receipts = await mailReceipts(call, voided.row ?? original.row, toItsCustomer(original.row, fields));
  return { ...voided, replyWith: ["auth_amount"], ...(receipts && { receipts }) };
};

/** A credit that counts against its original, which the caller has locked. */
export async function applyRefund(
  call: Call,
  command: CommandName,
  original: TransactionSnapshot,
  fields: Partial<CommandFields<"refund">>,
): Promise<CommandResult> {
  requireAllowed("refund", original);
  const { row } = original;
  const cents = requireRefundable(original, fields);
  const payment = {
    command,
    cents,
    details: {
      ...toDetails(call, fields),
      invoice: fields.invoice ?? row.details.invoice,
      orderid: fields.orderid ?? row.details.orderid,
      // A refund uses the currency of the payment.
      currency: row.details.currency,
    },
    extras: command === "creditvoid" ? toItsCustomer(row, fields) : fields,
    original: { id: row.id, connected: true },
  };
  return row.tender === "check"
    ? await runCheckPayment(call, { ...payment, trantype: "R", account: accountOfTransaction(call, row) })
    : await runCardPayment(call, { ...payment, trantype: "C", card: cardOfTransaction(call, row) });
}
