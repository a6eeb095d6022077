import type { CommandName } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { isOfferedIn, stateRefusal } from "#lib/gateway/transaction-state.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { amountRefusal, askedCents, refundCents } from "../rules/amount.ts";
import { runCardPayment } from "./card-payment.ts";
import { accountOfTransaction, runCheckPayment } from "./check-payment.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { toDetails } from "./payment-details.ts";
import { cardOfTransaction } from "./usable-card.ts";
import { applyVoid } from "./void.ts";

/** Refunds all or part of an earlier payment; all refunds together never exceed it (contract: rule 8). */
export const refund: Handler<"refund"> = async (call, fields) => {
  const original = await requireOriginal(call, "refund", fields);
  const unsettled = original.state.phase === "pending" || original.state.phase === "held";
  if (unsettled && !call.source.settings.refundUnsettled) throw new OutcomeRefusal("unsupportedType");
  return await applyRefund(call, "refund", original, fields);
};

/** Voids an unsettled payment, refunds a settled one (contract: rule 3). */
export const creditvoid: Handler<"creditvoid"> = async (call, fields) => {
  const original = await requireOriginal(call, "creditvoid", fields);
  const { state } = original;
  if (stateRefusal("void", state) && isOfferedIn("refund", state))
    return await applyRefund(call, "creditvoid", original, fields);
  requireAllowed("void", original);
  const asked = askedCents(fields);
  if (asked !== undefined && asked <= 0) throw new OutcomeRefusal("amountNotPositive");
  if (asked !== undefined && asked > original.row.amount) throw new OutcomeRefusal("exceedsOriginal");
  return { ...(await applyVoid(call, original)), replyAs: "void" };
};

/** A credit that counts against its original, which the caller has locked. */
export async function applyRefund(
  call: Call,
  command: CommandName,
  original: TransactionSnapshot,
  fields: Partial<CommandFields<"refund">>,
): Promise<CommandResult> {
  requireAllowed("refund", original);
  const { row, refunded } = original;
  const asked = askedCents(fields);
  const refusal = asked === undefined ? undefined : amountRefusal(asked);
  if (refusal) throw new OutcomeRefusal(refusal);
  const cents = refundCents({ amount: row.amount, refunded, asked });
  if (cents === undefined) throw new OutcomeRefusal("exceedsOriginal");
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
    extras: fields,
    original: { id: row.id, connected: true },
  };
  return row.tender === "check"
    ? await runCheckPayment(call, { ...payment, trantype: "R", account: accountOfTransaction(call, row) })
    : await runCardPayment(call, { ...payment, trantype: "C", card: cardOfTransaction(call, row) });
}
