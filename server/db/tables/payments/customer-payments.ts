import { defineTable } from "#server/sql/table.ts";

export interface CustomerPaymentsTable {
  transaction_key: string;
  customer_id: string;
  /** The saved card that it was paid with, or that it saved. */
  token: string | null;
}

/** Whose payment it is: one customer for each, the one that it names best. */
export const customerPayments = defineTable<CustomerPaymentsTable>({
  "0411-customer-payments": async (db) => {
    await db.schema
      .createTable("customer_payments")
      .addColumn("transaction_key", "text", (column) => column.primaryKey())
      .addColumn("customer_id", "text", (column) => column.notNull())
      .addColumn("token", "text")
      .execute();
    await db.schema
      .createIndex("customer_payments_by_customer")
      .on("customer_payments")
      .columns(["customer_id", "transaction_key"])
      .execute();
  },
});
