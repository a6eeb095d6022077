import type { TransactionHistory } from "#lib/webhook-event.ts";
import { db } from "#server/db/db.ts";
import { readInbox } from "./inbox.ts";

/** Events shown of one transaction; a busy one has a handful. */
const maxEvents = 50;

/** What the gateway reported about a transaction, and receipts emailed since. Sends the gateway nothing. */
export async function readHistory(key: string): Promise<TransactionHistory> {
  const { page } = await readInbox({ key, limit: maxEvents, offset: 0 });
  const emails = await db()
    .selectFrom("receipt_emails")
    .select(["sent_at as at", "user_name as userName"])
    .where("transaction_key", "=", key)
    .orderBy("sent_at")
    .execute();
  return { events: page.events.toReversed(), emails };
}
