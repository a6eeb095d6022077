import { defineTable } from "#server/sql/table.ts";

export interface TransactionClerksTable {
  name: string;
}

/** The names of those who took the indexed transactions, once each: a search for one reads them instead of every row. */
export const transactionClerks = defineTable<TransactionClerksTable>({
  "0303-transaction-clerks": async (db) => {
    await db.schema
      .createTable("transaction_clerks")
      .addColumn("name", "text", (column) => column.primaryKey())
      .execute();
  },
});
