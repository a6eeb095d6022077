import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { requireCents } from "#lib/money.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusalError } from "../refusal.ts";
import { refundCents } from "../rules/amount.ts";
import { amendedAmount } from "./amendment.ts";
import { amend } from "./capture.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireMovable } from "./movable-amount.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { applyRefund, lower } from "./refund.ts";
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
  const cents = requireCents(fields.amount ?? "");
  requireMovable(cents, original.row.details.currency);
  requireAllowed("lower", original);
  const { row, refunded } = original;
  if (refundCents({ amount: row.amount, refunded, asked: cents }) === undefined)
    throw new OutcomeRefusalError("exceedsOriginal");
  if (original.state.phase === "settled" || original.state.phase === "submitted")
    return await creditBack(call, original, cents, fields);
  if (cents === row.amount)
    return { ...(await applyVoid(call, original, { release: row.tender === "card" })), authCents: 0 };
  return await lower(call, original, cents, fields);
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
