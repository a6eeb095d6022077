import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { refundCents } from "../rules/amount.ts";
import { changeTransaction, findTransactionById, type TransactionChanges } from "../store/transactions.ts";
import { raiseCheckEvent } from "../webhooks/raise-event.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireOriginal, requireStep, type Standing, standingOf } from "./original.ts";

/** Cancels a payment that is not settled yet (contract: rule 1). Its own record changes; there is no new one. */
export const voidTransaction: Handler<"void"> = async (call, fields) => {
  const original = await requireOriginal(call, "void", fields);
  requireStep("void", original);
  requireNothingRefunded(original);
  return await applyVoid(call, original);
};

/** Voids a card payment and frees the hold at once (contract: rule 7). There is no way back. */
export const voidRelease: Handler<"cc:void:release"> = async (call, fields) => {
  const original = await requireOriginal(call, "cc:void:release", fields);
  requireStep("release", original);
  requireNothingRefunded(original);
  return await applyVoid(call, original, { release: true });
};

/** Takes a void back while its batch is the open one and the hold stands (contract: rule 6). */
export const unvoid: Handler<"unvoid"> = async (call, fields) => {
  const original = await requireOriginal(call, "unvoid", fields);
  requireStep("unvoid", original);
  const { row, batch } = original;
  if (row.connected) await requireRoomAgain(call, original);
  const changed = await changeTransaction(call.db, row, {
    trantype_code: row.trantype_code === "Z" ? "C" : "S",
    status_code: "P",
  });
  return { row: changed, batch };
};

/** Money that was given back already cannot be cancelled as well. */
export function requireNothingRefunded({ refunded }: Standing): void {
  if (refunded > 0) throw new OutcomeRefusal("exceedsOriginal");
}

/** The step has to be allowed, and the original held. */
export async function applyVoid(
  call: Call,
  { row, batch }: Standing,
  { release = false } = {},
): Promise<CommandResult> {
  const voided = await changeTransaction(call.db, row, voidChanges(row, release));
  if (row.tender === "check") await raiseCheckEvent(call, row, voided);
  return { row: voided, batch };
}

function voidChanges(row: Standing["row"], release: boolean): TransactionChanges {
  // A voided check cannot come back, so the same one may be drawn again at once.
  if (row.tender === "check") return { status_code: "V", next_step_at: null, duplicate_of_kind: null };
  return { trantype_code: row.trantype_code === "C" ? "Z" : "V", status_code: release ? "R" : "P" };
}

/** A refund comes back to life only while its original still has room for it. */
async function requireRoomAgain(call: Call, { row }: Standing): Promise<void> {
  const original = row.original_id === null ? undefined : await findTransactionById(call.db, row.original_id);
  if (!original) return;
  const { refunded } = await standingOf(call.db, original, undefined, call.now);
  if (refundCents({ amount: original.amount, refunded, asked: row.amount }) === undefined)
    throw new OutcomeRefusal("exceedsOriginal");
}
