import { defineTable } from "#server/sql/table.ts";

export interface HistoryBatchesTable {
  batch_key: string;
  sequence: string | null;
  /** Epoch ms, as all times here; null where the gateway names none. */
  opened_at: number | null;
  /** Null while it is open. */
  closed_at: number | null;
}

/** Every batch that the gateway's list showed, so that search can say how much of the past it knows. */
export const historyBatches = defineTable<HistoryBatchesTable>({
  "0302-history-batches": async (db) => {
    await db.schema
      .createTable("history_batches")
      .addColumn("batch_key", "text", (column) => column.primaryKey())
      .addColumn("sequence", "text")
      .addColumn("opened_at", "bigint")
      .addColumn("closed_at", "bigint")
      .execute();
    await db.schema
      .createIndex("history_batches_by_sequence")
      .on("history_batches")
      .column("sequence")
      .execute();
  },
});
