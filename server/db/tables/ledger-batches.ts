import { defineTable } from "../table.ts";

export interface LedgerBatchesTable {
  key: string;
  /** The gateway's batch object, JSON. */
  batch: string;
  /** 1 once the gateway called it closed: it never changes again and is never asked for again. */
  closed: 0 | 1;
  /** Epoch ms. */
  read_at: number;
}

/** Batches as last read. */
export const ledgerBatches = defineTable<LedgerBatchesTable>({
  "0008-ledger-batches": async (db) => {
    await db.schema
      .createTable("ledger_batches")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("batch", "text", (column) => column.notNull())
      .addColumn("closed", "integer", (column) => column.notNull())
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
