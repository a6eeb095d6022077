import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { requireCents } from "#lib/money.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { amountRefusal, refundCents } from "../rules/amount.ts";
import { changeTransaction } from "../store/transactions.ts";
import { amend, amendedAmount, amendedDetails } from "./capture.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { applyRefund } from "./refund.ts";
import { applyVoid } from "./void.ts";

/** Changes the amount or the details of an unsettled payment without moving it into a batch (contract: rule 4). */
export const adjust: Handler<"cc:adjust"> = async (call, fields) => {
  const original = await requireOriginal(call, "cc:adjust", fields);
  requireAllowed("addtip", original);
  return await amend(call, original, amendedAmount(original, fields), fields);
};

/** Lowers an unsettled payment by the amount; refunds the amount of a settled one (contract: rule 5). */
export const refundAdjust: Handler<"refund:adjust"> = async (call, fields) => {
  const original = await requireOriginal(call, "refund:adjust", fields);
  requireAllowed("lower", original);
  const cents = requireCents(fields.amount);
  const refusal = amountRefusal(cents);
  if (refusal) throw new OutcomeRefusal(refusal);
  const { row, refunded } = original;
  if (refundCents({ amount: row.amount, refunded, asked: cents }) === undefined)
    throw new OutcomeRefusal("exceedsOriginal");
  if (original.state.phase === "settled") return await creditBack(call, original, cents, fields);
  if (cents === row.amount) return { ...(await applyVoid(call, original, { release: true })), authCents: 0 };
  const details = amendedDetails(row.details, { ...fields, amount_detail: undefined });
  const lowered = await changeTransaction(call.db, row, { amount: row.amount - cents, details });
  return { row: lowered, batch: original.batch };
};

/** The reply shows the original, as in the contract; the credit is in the open batch. */
async function creditBack(
  call: Call,
  original: TransactionSnapshot,
  cents: number,
  fields: CommandFields<"refund:adjust">,
): Promise<CommandResult> {
  const credit = await applyRefund(call, "refund:adjust", original, { ...fields, amount_detail: undefined });
  if (credit.row?.result_code !== "A") return credit;
  const { row, refunded } = original;
  return { row, made: credit.row, batch: credit.batch, authCents: row.amount - refunded - cents };
}
