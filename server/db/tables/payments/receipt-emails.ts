import { defineTable } from "#server/sql/table.ts";

export interface ReceiptEmailsTable {
  transaction_key: string;
  /** Epoch ms. */
  sent_at: number;
  user_name: string;
}

/** Receipts that a person had the gateway email after the payment. Their addresses are not kept. */
export const receiptEmails = defineTable<ReceiptEmailsTable>({
  "0362-receipt-emails": async (db) => {
    await db.schema
      .createTable("receipt_emails")
      .addColumn("transaction_key", "text", (column) => column.notNull())
      .addColumn("sent_at", "bigint", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("receipt_emails_by_transaction")
      .on("receipt_emails")
      .columns(["transaction_key", "sent_at"])
      .execute();
  },
});
