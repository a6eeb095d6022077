import { defineTable } from "#server/sql/table.ts";

export interface CachedCurrenciesTable {
  batch_key: string;
  /** As the gateway names it; never the merchant's own. */
  currency: string;
}

/** Currencies other than the merchant's own that were seen in a batch. The gateway's totals of a batch name none. */
export const cachedCurrencies = defineTable<CachedCurrenciesTable>({
  "0200-cached-currencies": async (db) => {
    await db.schema
      .createTable("cached_currencies")
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("cached_currencies_pk", ["batch_key", "currency"])
      .execute();
  },
});
