import type { BatchKind } from "#lib/batch-sums.ts";
import { defineTable } from "../table.ts";

export interface LedgerTransactionsTable {
  key: string;
  refnum: string | null;
  batch_key: string | null;
  /** Its place in a batch that was walked: 1 is the oldest. */
  ordinal: number | null;
  kind: BatchKind;
  /** What it moves in hundredths of a unit, never negative; null when the gateway reports none. */
  cents: number | null;
  /** As the gateway names it; null for the merchant's own. */
  currency: string | null;
  /** The gateway's object, JSON. Card and account numbers come masked. */
  detail: string;
  /** 1 when it was read by itself: an item of a list may hold less. */
  whole: 0 | 1;
  /** Epoch ms. */
  read_at: number;
}

/** Transactions that do not change any more. */
export const ledgerTransactions = defineTable<LedgerTransactionsTable>({
  "0022-ledger-transactions": async (db) => {
    await db.schema
      .createTable("ledger_transactions")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("refnum", "text")
      .addColumn("batch_key", "text")
      .addColumn("ordinal", "integer")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("cents", "bigint")
      .addColumn("detail", "text", (column) => column.notNull())
      .addColumn("whole", "integer", (column) => column.notNull())
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("ledger_transactions_by_batch")
      .on("ledger_transactions")
      .columns(["batch_key", "ordinal"])
      .execute();
    await db.schema
      .createIndex("ledger_transactions_by_refnum")
      .on("ledger_transactions")
      .column("refnum")
      .execute();
  },
  "0150-ledger-transactions-currency": async (db) => {
    await db.schema.alterTable("ledger_transactions").addColumn("currency", "text").execute();
    const store = db.withTables<{
      ledger_transactions: { key: string; detail: string; currency: string | null };
    }>();
    const rows = await store
      .selectFrom("ledger_transactions")
      .select(["key", "detail"])
      .where("detail", "like", '%"currency":%')
      .execute();
    for (const { key, detail } of rows) {
      const { currency }: { currency?: unknown } = JSON.parse(detail);
      if (typeof currency === "string")
        await store.updateTable("ledger_transactions").set({ currency }).where("key", "=", key).execute();
    }
  },
  // The refunds of an order are few among all transactions.
  "0120-ledger-transactions-by-kind": async (db) => {
    await db.schema
      .createIndex("ledger_transactions_by_kind")
      .on("ledger_transactions")
      .column("kind")
      .execute();
  },
});
