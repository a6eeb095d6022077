"use server";

import { type ReceiptValues, receiptForm } from "#lib/forms/receipt.ts";
import { ok, type Result } from "#lib/result.ts";
import { sendReceipt } from "#server/gateway-cache/transactions.ts";
import { recordReceiptEmail } from "#server/payments/receipt-emails.ts";
import { action } from "./action.ts";

/** Has the gateway email a transaction's receipt. No money moves: sending again sends a second email. */
export async function emailReceipt(values: ReceiptValues): Promise<Result<{ email: string }>> {
  return action(
    { right: "sendReceipt", input: receiptForm, isRepeatable: true },
    async ({ id, name }, { key, email }) => {
      const sent = await sendReceipt(key, email);
      if (!sent.ok) return sent;
      await recordReceiptEmail({ id, name }, key);
      return ok({ email });
    },
  )(values);
}
