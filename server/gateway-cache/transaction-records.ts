import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Read } from "#lib/read.ts";
import { read } from "#server/gateway-client/client.ts";
import { toRead } from "./to-read.ts";

/** What the gateway returns of a transaction only on request: the card's bank, the fraud check, and where it came from. */
export async function readRecords(
  key: string,
): Promise<Read<Pick<TransactionDetail, "bin" | "fraud" | "origin">>> {
  const outcome = await read("getTransaction", {
    segments: { trankey: key },
    query: { return_bin: "true", return_fraud: "true", return_origin: "true" },
    priority: "person",
  });
  const reading = toRead(outcome, "The gateway has no transaction with this key or reference number.");
  if (reading.kind !== "found") return reading;
  const { bin, fraud, origin } = reading.value;
  return { ...reading, value: { bin, fraud, origin } };
}
