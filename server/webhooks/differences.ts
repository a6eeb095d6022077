import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { type EventName, events } from "#lib/gateway/events.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents, toDecimal } from "#lib/money.ts";
import type { Hint } from "./hint.ts";

/** Where the event differs from the gateway's own answer, one sentence each; empty when they agree. */
export function differences(hint: Hint, transaction: TransactionDetail): string[] {
  const shown = [transaction.trantype, transaction.status].filter(Boolean).join(", ") || "something else";
  const sentences: string[] = [];
  if (hint.type && !holds[hint.type](transaction))
    sentences.push(`“${events[hint.type]}” is not what the gateway shows: ${shown}.`);
  const { result_code: code, amount } = transaction;
  if (hint.resultCode && code && hint.resultCode !== code)
    sentences.push(`The event gives the result ${hint.resultCode}, the gateway ${code}.`);
  if (hint.amountCents !== undefined && amount !== undefined && toCents(amount) !== hint.amountCents)
    sentences.push(`The event gives the amount ${toDecimal(hint.amountCents)}, the gateway ${amount}.`);
  return sentences;
}

type Shows = (transaction: TransactionDetail) => boolean;

const isApproved: Shows = ({ result_code: code }) => code === undefined || isApprovedCode(code);
const isVoided: Shows = ({ trantype_code: type, status_code: code, status }) =>
  type === "V" || type === "Z" || code === "V" || /void|released/i.test(status ?? "");
const hasStatus =
  (...codes: string[]): Shows =>
  ({ status_code: code }) =>
    code === undefined || codes.includes(code);

/**
 * Whether a transaction confirms an event (contract: Events). Events arrive in any order, so a later state confirms an
 * earlier event: a returned check was submitted.
 */
const holds: Record<EventName, Shows> = {
  "transaction.sale.success": isApproved,
  "transaction.sale.failure": (transaction) => !isApproved(transaction),
  "transaction.sale.voided": isVoided,
  "transaction.sale.captured": (transaction) => transaction.status_code !== "N",
  // Its amount is compared with the event's anyway.
  "transaction.sale.adjusted": isApproved,
  "transaction.sale.queued": hasStatus("N"),
  "transaction.sale.unvoided": (transaction) => !isVoided(transaction),
  "transaction.refund.success": isApproved,
  "transaction.refund.voided": isVoided,
  "ach.submitted": hasStatus("B", "F", "S", "R", "E", "T"),
  "ach.settled": hasStatus("F", "S", "R"),
  "ach.returned": hasStatus("R"),
  "ach.voided": isVoided,
  "ach.failed": hasStatus("E", "T"),
  "ach.note_added": ({ check }) => check?.banknote !== undefined,
};
