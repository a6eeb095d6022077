import { type Generated, type Selectable, sql } from "kysely";
import { defineTable, withRowNumber } from "../table.ts";

export interface MailTable {
  id: Generated<number>;
  transaction_key: string;
  sent_to: string;
  subject: string;
  /** The receipt template. */
  template: string;
  created_at: number;
  /** kept: no mail server was set. waiting: not taken by it yet. failed: given up. */
  status: "kept" | "waiting" | "sent" | "failed";
  /** Attempts that came to an end. */
  attempts: number;
  /** Epoch ms of the store's own clock; null unless it waits. */
  next_attempt_at: number | null;
  /** What the latest attempt failed with: a code, never the server's words. */
  error: string | null;
}

export type MailRow = Selectable<MailTable>;

/** The outbox of receipts. */
export const mail = defineTable<MailTable>({
  "0007-mail": async (db) => {
    await withRowNumber(db, db.schema.createTable("mail"))
      .addColumn("transaction_key", "text", (column) => column.notNull())
      .addColumn("sent_to", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("template", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },
  "0040-mail-sending": async (db) => {
    const table = db.schema.alterTable("mail");
    await table.addColumn("status", "text", (column) => column.notNull().defaultTo("kept")).execute();
    await table.addColumn("attempts", "bigint", (column) => column.notNull().defaultTo(0)).execute();
    await table.addColumn("next_attempt_at", "bigint").execute();
    await table.addColumn("error", "text").execute();
    await sql`create index mail_due on mail (next_attempt_at) where next_attempt_at is not null`.execute(db);
  },
});
