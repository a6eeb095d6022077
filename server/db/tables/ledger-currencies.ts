import { sql } from "kysely";
import { defineTable } from "../table.ts";

export interface LedgerCurrenciesTable {
  batch_key: string;
  /** As the gateway names it; never the merchant's own. */
  currency: string;
}

/** Currencies other than the merchant's own that were seen in a batch. The gateway's totals of a batch name none. */
export const ledgerCurrencies = defineTable<LedgerCurrenciesTable>({
  "0152-ledger-currencies": async (db) => {
    await db.schema
      .createTable("ledger_currencies")
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("ledger_currencies_key", ["batch_key", "currency"])
      .execute();
    await sql`
      insert into ledger_currencies (batch_key, currency)
      select distinct batch_key, currency from ledger_transactions
      where batch_key is not null and currency is not null and currency not in ('', '840', 'USD')
    `.execute(db);
  },
});
