import type { Call } from "../context.ts";
import { changeTransaction, type TransactionChanges } from "../store/transactions.ts";
import { raiseCheckEvent } from "../webhooks/raise-event.ts";
import type { CommandResult, Handler } from "./handler.ts";
import {
  lockRefundedPayment,
  requireAllowed,
  requireOriginal,
  type TransactionSnapshot,
} from "./original.ts";

/** Cancels a payment that is not settled yet (contract: rule 1). Its record changes; no new one is created. */
export const voidTransaction: Handler<"void"> = async (call, fields) => {
  const original = await requireOriginal(call, "void", fields);
  requireAllowed("void", original);
  return await applyVoid(call, original);
};

/** Voids a card payment and releases the funds at once (contract: rule 7). It cannot be unvoided. */
export const voidRelease: Handler<"cc:void:release"> = async (call, fields) => {
  const original = await requireOriginal(call, "cc:void:release", fields, {
    checkRefusal: "notReleasable",
  });
  requireAllowed("releasefunds", original);
  return await applyVoid(call, original, { release: true });
};

/** Reverses a void while its batch is open and its funds are not released (contract: rule 6). */
export const unvoid: Handler<"unvoid"> = async (call, fields) => {
  const refunded = await lockRefundedPayment(call, fields);
  const voided = { ...(await requireOriginal(call, "unvoid", fields)), original: refunded };
  requireAllowed("unvoid", voided);
  const { row, batch } = voided;
  const changed = await changeTransaction(call.db, row, {
    trantype_code: row.trantype_code === "Z" ? "C" : "S",
    status_code: "P",
  });
  return { row: changed, batch };
};

/** The caller has checked the step and locked the original. */
export async function applyVoid(
  call: Call,
  { row, batch }: TransactionSnapshot,
  { release = false } = {},
): Promise<CommandResult> {
  const voided = await changeTransaction(call.db, row, voidChanges(row, release));
  if (row.tender === "check") await raiseCheckEvent(call, row, voided);
  return { row: voided, batch };
}

function voidChanges(row: TransactionSnapshot["row"], release: boolean): TransactionChanges {
  // A voided check cannot be unvoided, so an equal one is not a duplicate.
  if (row.tender === "check") return { status_code: "V", next_step_at: null, duplicate_of_kind: null };
  return { trantype_code: row.trantype_code === "C" ? "Z" : "V", status_code: release ? "R" : "P" };
}
