import { isApprovedCode, type ResultCode, resultCodes } from "#lib/gateway/codes/result-codes.ts";
import { type AvsAnswer, avsCodes, cvcCodes, trantypes } from "#lib/gateway/codes.ts";
import { type CommandName, commandRow, commands, type ReplyPart } from "#lib/gateway/commands.ts";
import type { CommandResult } from "../commands/handler.ts";
import { toRefnum } from "../keys.ts";
import { toWireAmount } from "../rules/amount.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { CardDetails, TransactionRow } from "../store/tables/transactions.ts";
import { presentCustomer } from "./customer.ts";

/** The contract's reply to a processing command: the documented fields that apply. */
export function presentReply(command: CommandName, result: CommandResult): Record<string, unknown> {
  const { row, batch, error } = result;
  const details = row?.details ?? result.saved ?? {};
  const resultCode = error ? "E" : ownCode(command, row?.result_code ?? "A");
  const all: Record<ReplyPart, unknown> = {
    creditcard: details.card && shortCard(details.card),
    invoice: row?.details.invoice,
    avs: details.card && presentAvs(details.card),
    cvc: details.card && presentCvc(details.card),
    batch: batch && presentBatchReference(batch),
    customer: row?.details.customer && presentCustomer(row.details.customer),
    savedcard: details.savedcard,
    auth_amount: row && toWireAmount(authorizedCents(row, result), row.details.currency),
    trantype: row && trantypes[row.trantype_code],
    iccdata: row?.details.iccdata,
    proc_refnum: row?.details.check?.trackingnum,
    // Those of the original are not this command's.
    receipts: error ? undefined : row?.details.receipts,
  };
  const reply: Record<string, unknown> = {
    type: "transaction",
    key: row?.key ?? "",
    refnum: row ? toRefnum(row.id) : "",
    is_duplicate: result.isDuplicate ? "Y" : "N",
    result_code: resultCode,
    result: resultCodes[resultCode],
    authcode: error ? "" : (row?.authcode ?? ""),
    ...presentError(row, error),
  };
  // Fields that don't apply are undefined, which JSON omits.
  for (const part of result.replyWith ?? commands[command].reply) reply[part] = all[part];
  if (result.receipts) reply.receipts = result.receipts;
  return reply;
}

/** A follow-up on a partially approved payment returns only `A` or `E` (contract: follow-ups). */
function ownCode(command: CommandName, code: ResultCode): ResultCode {
  return code === "P" && !commandRow(command).results.includes("P") ? "A" : code;
}

/** Declines carry their code as text, errors as a number. */
export function presentError(
  row: Pick<TransactionRow, "error" | "error_code" | "result_code"> | undefined,
  error?: CommandResult["error"],
) {
  if (error) return { error: error.text, error_code: error.code };
  if (!row?.error) return {};
  const code = row.error_code === null || row.result_code === "D" ? row.error_code : Number(row.error_code);
  return { error: row.error, error_code: code ?? undefined };
}

export function presentAvs({ avs }: CardDetails) {
  if (avs === undefined) return undefined;
  return { result_code: avs, result: avs === "   " ? "No AVS response" : (avsTexts[avs] ?? avs) };
}

const avsTexts: Partial<Record<AvsAnswer, string>> = avsCodes;

export function presentCvc({ cvc }: CardDetails) {
  return cvc && { result_code: cvc, result: cvcCodes[cvc] };
}

export function presentBatchReference({ key, id, sequence }: BatchReference) {
  return { type: "batch", key, batchrefnum: toBatchRefnum(id), sequence: String(sequence) };
}

/** The older-style number of a batch. */
export const toBatchRefnum = (id: number): number => 410_000 + id;

export function shortCard({ masked, cardholder, entry_mode, letter, level }: CardDetails) {
  return {
    number: masked,
    cardholder: cardholder ?? "",
    type: letter,
    category_code: level ?? "A",
    entry_mode,
  };
}

function authorizedCents(row: TransactionRow, { authCents, error }: CommandResult): number {
  if (authCents !== undefined) return authCents;
  return !error && isApprovedCode(row.result_code) ? row.amount : 0;
}
