import type { Db } from "./store.ts";
import type { TransactionRow } from "./tables/transactions.ts";

/** Puts a receipt into the outbox that stands for real mail. */
export async function insertMail(
  db: Db,
  {
    row,
    sentTo,
    template,
    merchant,
  }: { row: TransactionRow; sentTo: string; template: string; merchant: string },
): Promise<void> {
  await db
    .insertInto("mail")
    .values({
      transaction_key: row.key,
      sent_to: sentTo,
      subject: `Receipt from ${merchant}`,
      template,
      created_at: row.created_at,
    })
    .execute();
}
