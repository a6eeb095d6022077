"use server";

import { type ReceiptValues, receiptForm } from "#lib/forms/receipt.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import { db } from "#server/db/db.ts";
import { sendReceipt } from "#server/gateway-cache/transactions.ts";
import { action } from "./action.ts";

/** Has the gateway email a transaction's receipt. No money moves: sending again sends a second email. */
export async function emailReceipt(values: ReceiptValues): Promise<Result<{ email: string }>> {
  return action(
    { right: "sendReceipt", input: receiptForm, isRepeatable: true },
    async ({ id, name }, { key, email }) => {
      const sent = await sendReceipt(key, email);
      if (sent.kind !== "found") return refuse(`The receipt was not sent. ${sent.message}`);
      await db()
        .transaction()
        .execute(async (store) => {
          await store
            .insertInto("receipt_emails")
            .values({ transaction_key: key, sent_at: Date.now(), user_name: name })
            .execute();
          await record(store, { name: "receipt.emailed", by: { id, name }, subject: key });
        });
      return ok({ email });
    },
  )(values);
}
