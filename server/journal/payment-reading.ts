import type { PaymentReading } from "#lib/given-back.ts";
import { readTransaction } from "#server/ledger/transactions.ts";
import { readGivenBack } from "./given-back.ts";

/** A payment as its page shows it: the gateway's transaction, and what was given back against it. */
export async function readPayment(
  key: string,
  options: Parameters<typeof readTransaction>[1],
): Promise<PaymentReading> {
  const reading = await readTransaction(key, options);
  if (reading.kind !== "found") return reading;
  return { ...reading, givenBack: await readGivenBack(reading.value) };
}
