import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { offerEvidence } from "#server/journal/offer-evidence.ts";

/**
 * The one place that hands on what the gateway showed of a transaction after an event: whoever keeps transactions is
 * told here. Returns how many unknown attempts it settled.
 */
export async function handOn(transaction: TransactionDetail, eventType: string): Promise<number> {
  return offerEvidence(transaction, `the transaction that the gateway told of by ${eventType}`);
}
