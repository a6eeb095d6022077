import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { refundTrantypes, type StatusCode } from "#lib/gateway/codes.ts";
import { type CommandName, commands } from "#lib/gateway/commands.ts";
import type { EventName } from "#lib/gateway/events.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";

type Outcome = Pick<TransactionRow, "result_code" | "trantype_code" | "status_code">;

/**
 * The event of a command by the record it made or changed (contract: Events), or undefined. The table gives the
 * event of a success; the record decides whether it was a failure, a void or a credit.
 */
export function commandEvent(command: CommandName, record: Outcome): EventName | undefined {
  const meant: EventName | null = commands[command].event;
  if (!meant) return undefined;
  const refund = refundTrantypes.includes(record.trantype_code);
  // The contract names no event for a refund that failed.
  if (!isApprovedCode(record.result_code)) return refund ? undefined : "transaction.sale.failure";
  if (isVoided(record)) return refund ? "transaction.refund.voided" : "transaction.sale.voided";
  if (!refund) return meant;
  // Nor one for an unvoided refund.
  return meant === "transaction.sale.unvoided" ? undefined : "transaction.refund.success";
}

const isVoided = ({ trantype_code, status_code }: Outcome) =>
  trantype_code === "V" || trantype_code === "Z" || status_code === "V";

/** The event of a check that went from one status to another; from a status to itself it is a note (contract: Events). */
export function checkEvent(from: StatusCode, to: StatusCode): EventName | undefined {
  return from === to ? "ach.note_added" : became[to];
}

const became: Partial<Record<StatusCode, EventName>> = {
  B: "ach.submitted",
  S: "ach.settled",
  R: "ach.returned",
  V: "ach.voided",
  E: "ach.failed",
};
