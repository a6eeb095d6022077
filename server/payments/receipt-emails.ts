import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";

/** Notes that a transaction's receipt was emailed, for its Timeline and the audit log. The address is not kept. */
export async function recordReceiptEmail(by: Actor, transactionKey: string): Promise<void> {
  await db()
    .transaction()
    .execute(async (store) => {
      await store
        .insertInto("receipt_emails")
        .values({ transaction_key: transactionKey, sent_at: Date.now(), user_name: by.name })
        .execute();
      await record(store, { name: "receipt.emailed", by, subject: transactionKey });
    });
}
