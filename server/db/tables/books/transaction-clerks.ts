import { sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface TransactionClerksTable {
  name: string;
}

/** The names of those who took the indexed transactions, once each: a search for one reads them instead of every row. */
export const transactionClerks = defineTable<TransactionClerksTable>({
  "0361-transaction-clerks": async (db) => {
    await db.schema
      .createTable("transaction_clerks")
      .addColumn("name", "text", (column) => column.primaryKey())
      .execute();
    for (const column of ["user_name", "clerk"])
      await sql`insert into transaction_clerks (name)
        select distinct ${sql.ref(column)} from indexed_transactions where ${sql.ref(column)} is not null
        on conflict do nothing`.execute(db);
  },
});
