import type { CheckReturn } from "#lib/attempt.ts";
import { refundTrantypes } from "#lib/gateway/codes.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { ReturnFacts } from "#lib/payments/notice.ts";
import { isTrantypeCode, paymentMethodOf } from "#lib/payments/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import { isApproved } from "../lookup/resolution.ts";
import { findTaking } from "./attempt-queries.ts";
import { changeRow } from "./attempts.ts";
import { writeNotice } from "./notices.ts";

/** Records a notice of an accepted check that was returned, no matter who took it. Each is written once. */
export async function noteReturn(transaction: TransactionDetail): Promise<void> {
  const { key, check, status_code: status, trantype_code: type, amount, auth_amount } = transaction;
  const outcome = outcomes[status ?? ""];
  if (!key || !check || !outcome || !isApproved(transaction)) return;
  const own = await findTaking(key);
  const reason = check.banknote?.trim() || undefined;
  const facts: ReturnFacts = {
    kind: "return",
    outcome,
    isRefund: type !== undefined && isTrantypeCode(type) && refundTrantypes.includes(type),
    reason,
    payer: own?.payer ?? paymentMethodOf(transaction),
    amountCents: toCents(amount ?? auth_amount ?? "") ?? undefined,
    currency: transaction.currency,
    takenBy: own?.user_name,
  };
  const notice = { id: `return:${key}`, attemptId: own?.id, transactionKey: key, facts };
  const returned: CheckReturn = { outcome, ...(reason && { reason }) };
  await db()
    .transaction()
    .execute(async (store) => {
      if (own) await changeRow(store, own.id, { returned: JSON.stringify(returned) });
      await writeNotice(store, notice);
    });
}

const outcomes: Record<string, ReturnFacts["outcome"]> = { R: "returned", E: "failed", T: "timedOut" };
