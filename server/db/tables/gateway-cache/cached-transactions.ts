import type { BatchKind } from "#lib/batches/batch-sums.ts";
import { defineTable } from "#server/sql/table.ts";

export interface CachedTransactionsTable {
  key: string;
  refnum: string | null;
  batch_key: string | null;
  /** Its position in a batch that was read in full: 1 is the oldest. */
  ordinal: number | null;
  kind: BatchKind;
  /** The amount in hundredths of a unit, never negative; null when the gateway reports none. */
  cents: number | null;
  /** As the gateway names it; null for the merchant's own. */
  currency: string | null;
  orderid: string | null;
  invoice: string | null;
  /** The gateway's object, JSON. Card and account numbers come masked. */
  detail: string;
  /** 1 when it was read individually: a list item may have fewer fields. */
  whole: 0 | 1;
  /** Epoch ms. */
  read_at: number;
}

/** Transactions of closed batches, settled ones, and refunds as last read. */
export const cachedTransactions = defineTable<CachedTransactionsTable>({
  "0200-cached-transactions": async (db) => {
    await db.schema
      .createTable("cached_transactions")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("refnum", "text")
      .addColumn("batch_key", "text")
      .addColumn("ordinal", "integer")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("cents", "bigint")
      .addColumn("currency", "text")
      .addColumn("orderid", "text")
      .addColumn("invoice", "text")
      .addColumn("detail", "text", (column) => column.notNull())
      .addColumn("whole", "integer", (column) => column.notNull())
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .execute();
    const indexes = {
      batch: ["batch_key", "ordinal"],
      refnum: ["refnum"],
      // The refunds of an order are few among all transactions.
      kind: ["kind"],
      orderid: ["orderid", "kind"],
      invoice: ["invoice", "kind"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema
        .createIndex(`cached_transactions_by_${name}`)
        .on("cached_transactions")
        .columns(columns)
        .execute();
  },
});
