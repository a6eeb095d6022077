import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { PaymentReading, RefundedPayment } from "#lib/payments/refund-totals.ts";
import type { RelatedPayment } from "#lib/payments/related-payment.ts";
import { isRefund } from "#lib/payments/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import { readOpenBatch } from "#server/gateway-cache/credits.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { findOthersAndUnnamed, findRefunded, readRefundTotals, readRefundTotalsIn } from "./refund-totals.ts";
import { findRelated } from "./related.ts";

/**
 * A payment as its page shows it: the gateway's transaction, what was given back against it, and of a refund the payment
 * it gives back. `live`: with the refunds in the open batch, which costs a request.
 */
export async function readPayment(
  key: string,
  { live = false, ...options }: Parameters<typeof readTransaction>[1] & { live?: boolean },
): Promise<PaymentReading> {
  const reading = await readTransaction(key, options);
  if (reading.kind !== "found") return reading;
  const { value } = reading;
  const related = live ? [] : await findRelated(value);
  if (isRefund(value)) {
    const refunded = await findRefundedPayment(value);
    return { ...reading, refunded, related: withRefunded(related, refunded) };
  }
  const batch = live ? await readOpenBatch() : undefined;
  if (batch?.kind !== "found") return { ...reading, refundTotals: await readRefundTotals(value), related };
  const { others, unnamed } = await findOthersAndUnnamed(value, batch.value);
  return { ...reading, refundTotals: await readRefundTotalsIn(db(), value, others), unnamed };
}

/** The refunded payment first, also where only the open batch shows it. */
const withRefunded = (related: RelatedPayment[], refunded: RefundedPayment | undefined): RelatedPayment[] =>
  refunded
    ? [
        { relation: "refundOf", ...refunded, isVoided: false },
        ...related.filter(({ key }) => key !== refunded.key),
      ]
    : related;

/** A payment of today that was not taken here is in the open batch only. */
export async function findRefundedPayment(
  refund: TransactionDetail,
  { isForMoney = false } = {},
): Promise<RefundedPayment | undefined> {
  const known = await findRefunded(refund);
  if (known || !(refund.orderid || refund.invoice)) return known;
  const batch = await readOpenBatch(isForMoney);
  return batch.kind === "found" ? findRefunded(refund, batch.value) : undefined;
}
