import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { db } from "#server/db/db.ts";
import { carriesReference } from "./reference.ts";
import { moveAttempt } from "./store.ts";

/**
 * Settles the unknown attempts whose reference this transaction carries, and says how many it were. The transaction is
 * the gateway's own answer; `seenBy` is for eyes: "a webhook of 14:02".
 */
export async function offerEvidence(transaction: TransactionDetail, seenBy: string): Promise<number> {
  const unknown = await db()
    .selectFrom("attempts")
    .select(["id", "reference"])
    .where("state", "=", "unknown")
    .execute();
  const { result_code: code, key } = transaction;
  const moved = code === undefined || code === "A" || code === "P";
  let settled = 0;
  for (const { id, reference } of unknown) {
    if (!carriesReference(transaction, reference)) continue;
    const text = `Found by our reference ${reference} in ${seenBy}.`;
    const change = {
      state: "resolved",
      settled_at: Date.now(),
      next_look_at: null,
      answer: JSON.stringify(transaction),
      transaction_key: key ?? null,
      problem: JSON.stringify({ message: text, moved }),
    } as const;
    settled += (await moveAttempt(id, ["unknown"], change, { kind: "resolved", text })) ? 1 : 0;
  }
  return settled;
}
