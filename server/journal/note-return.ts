import type { CheckReturn } from "#lib/attempt.ts";
import { refundTrantypes } from "#lib/gateway/codes.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { ReturnFacts } from "#lib/notice.ts";
import { isTrantypeCode, payerOf } from "#lib/transaction-words.ts";
import { db } from "#server/db/db.ts";
import { writeNotice } from "./notices.ts";
import { isApproved } from "./search/resolution.ts";

/** Keeps a notice of a check that came back after it was accepted, whoever took it. Each is written once. */
export async function noteReturn(transaction: TransactionDetail): Promise<void> {
  const { key, check, status_code: status, trantype_code: type, amount, auth_amount } = transaction;
  const outcome = outcomes[status ?? ""];
  if (!key || !check || !outcome || !isApproved(transaction)) return;
  const own = await db()
    .selectFrom("attempts")
    .select(["id", "payer", "user_name"])
    .where("transaction_key", "=", key)
    .where("original_key", "is", null)
    .executeTakeFirst();
  const reason = check.banknote?.trim() || undefined;
  const facts: ReturnFacts = {
    kind: "return",
    outcome,
    isRefund: type !== undefined && isTrantypeCode(type) && refundTrantypes.includes(type),
    reason,
    payer: own?.payer ?? payerOf(transaction),
    amountCents: toCents(amount ?? auth_amount ?? "") ?? undefined,
    takenBy: own?.user_name,
  };
  const notice = { id: `return:${key}`, attemptId: own?.id, transactionKey: key, facts };
  const returned: CheckReturn = { outcome, ...(reason && { reason }) };
  await db()
    .transaction()
    .execute(async (store) => {
      if (own)
        await store
          .updateTable("attempts")
          .set({ returned: JSON.stringify(returned) })
          .where("id", "=", own.id)
          .execute();
      await writeNotice(store, notice);
    });
}

const outcomes: Record<string, ReturnFacts["outcome"]> = { R: "returned", E: "failed", T: "timedOut" };
