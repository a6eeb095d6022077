import type { PaymentReading } from "#lib/given-back.ts";
import { db } from "#server/db/db.ts";
import { readOpenBatch } from "#server/gateway-cache/credits.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { findOthersAndUnnamed, givenBackWith, readGivenBack } from "./given-back.ts";

/**
 * A payment as its page shows it: the gateway's transaction, and what was given back against it. `live`: with the
 * refunds in the open batch, which costs a request.
 */
export async function readPayment(
  key: string,
  { live = false, ...options }: Parameters<typeof readTransaction>[1] & { live?: boolean },
): Promise<PaymentReading> {
  const reading = await readTransaction(key, options);
  if (reading.kind !== "found") return reading;
  const open = live ? await readOpenBatch() : undefined;
  if (open?.kind === "found") {
    const { others, unnamed } = await findOthersAndUnnamed(reading.value, open.value);
    return { ...reading, givenBack: await givenBackWith(db(), reading.value, others), unnamed };
  }
  return { ...reading, givenBack: await readGivenBack(reading.value) };
}
