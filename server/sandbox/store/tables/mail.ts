import { type Generated, type Selectable, sql } from "kysely";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface MailTable {
  id: Generated<number>;
  transaction_key: string;
  sent_to: string;
  subject: string;
  /** The receipt template. */
  template: string;
  created_at: number;
  /** kept: no mail server is set. waiting: not accepted yet. failed: given up. */
  status: "kept" | "waiting" | "sent" | "failed";
  /** Finished attempts. */
  attempts: number;
  /** Epoch ms of the store's clock; null unless it waits. */
  next_attempt_at: number | null;
  /** The error code of the latest attempt, never the server's message. */
  error: string | null;
}

export type MailRow = Selectable<MailTable>;

/** The outbox of receipts. */
export const mail = defineTable<MailTable>({
  "0001-mail": async (db) => {
    await withRowNumber(db, db.schema.createTable("mail"))
      .addColumn("transaction_key", "text", (column) => column.notNull())
      .addColumn("sent_to", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("template", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("attempts", "bigint", (column) => column.notNull())
      .addColumn("next_attempt_at", "bigint")
      .addColumn("error", "text")
      .execute();
    await sql`create index mail_due on mail (next_attempt_at) where next_attempt_at is not null`.execute(db);
  },
});
