import { defineTable } from "#server/sql/table.ts";

export interface ReceiptTemplatesTable {
  id: string;
  html: string;
}

export const receiptTemplates = defineTable<ReceiptTemplatesTable>({
  "0001-receipt-templates": async (db) => {
    await db.schema
      .createTable("receipt_templates")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("html", "text", (column) => column.notNull())
      .execute();
  },
});
