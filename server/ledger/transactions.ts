import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { Read } from "#lib/read.ts";
import { read } from "#server/gateway/client.ts";
import { toRead } from "./to-read.ts";

/** A transaction as the gateway has it now, by key or reference number. */
export async function readTransaction(key: string): Promise<Read<TransactionDetail>> {
  const outcome = await read("getTransaction", { segments: { trankey: key }, lane: "person" });
  return toRead(outcome, "The gateway knows no transaction by this key or reference number.");
}

/** A transaction's receipt as base64 of an HTML document: untrusted, to be sanitised where it is shown. */
export async function readReceipt(key: string, template: string | undefined): Promise<Read<string>> {
  const segments = { trankey: key, receiptid: template ?? "vterm" };
  return toRead(await read("getReceipt", { segments, lane: "person" }), "The gateway has no such receipt.");
}

/** Has the gateway email the receipt. Sending twice sends two emails and moves no money. */
export async function sendReceipt(key: string, email: string): Promise<Read<{ status: string }>> {
  const outcome = await read("sendReceipt", {
    segments: { trankey: key },
    body: { toemail: email },
    lane: "person",
  });
  return toRead(outcome, "The gateway knows no transaction by this key.");
}
