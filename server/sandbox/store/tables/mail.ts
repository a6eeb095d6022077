import type { Generated } from "kysely";
import { defineTable, withRowNumber } from "../table.ts";

export interface MailTable {
  id: Generated<number>;
  transaction_key: string;
  sent_to: string;
  subject: string;
  /** The receipt template. */
  template: string;
  created_at: number;
}

/** Receipts that went out. The sandbox sends no real mail. */
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
});
