import type { PaymentReading } from "#lib/given-back.ts";
import { isRefund } from "#lib/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import { readOpenBatch } from "#server/gateway-cache/credits.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { findOthersAndUnnamed, findRefunded, givenBackWith, readGivenBack } from "./given-back.ts";

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
  const batch = live ? await readOpenBatch() : undefined;
  const open = batch?.kind === "found" ? batch.value : undefined;
  const refunded = isRefund(value) ? await findRefunded(value, open) : undefined;
  if (!open) return { ...reading, refunded, givenBack: await readGivenBack(value) };
  const { others, unnamed } = await findOthersAndUnnamed(value, open);
  return { ...reading, refunded, givenBack: await givenBackWith(db(), value, others), unnamed };
}
