import { translated } from "#lib/language/t.ts";

/** The webhook events (contract: Events), each with the meaning the contract gives it. */
export const events = translated("*", {
  "transaction.sale.success": "A sale was approved",
  "transaction.sale.failure": "A sale failed (declines and errors)",
  "transaction.sale.voided": "A sale was voided",
  "transaction.sale.captured": "A sale was captured",
  "transaction.sale.adjusted": "A sale was adjusted",
  "transaction.sale.queued": "A sale was queued",
  "transaction.sale.unvoided": "A voided sale was unvoided",
  "transaction.refund.success": "A refund was approved",
  "transaction.refund.voided": "A refund was voided",
  "ach.submitted": "ACH status became submitted",
  "ach.settled": "ACH status became settled",
  "ach.returned": "ACH status became returned",
  "ach.voided": "ACH status became voided",
  "ach.failed": "ACH status became failed",
  "ach.note_added": "A note was added to an ACH transaction",
} as const);

export type EventName = keyof typeof events;
