import { defineTable } from "#server/sql/table.ts";

export interface RecordCountsTable {
  /** "drawer report" or "signed day". */
  kind: string;
  /** The highest number that was ever given. */
  number: number;
  /** When it was counted again from the records that were there, epoch ms: the count itself was missing or changed. */
  recounted_at: number | null;
  /** Of the row, under the data key. */
  seal: string;
}

/** How many numbered records of a kind there are: without it, nobody could tell that the newest was deleted. */
export const recordCounts = defineTable<RecordCountsTable>({
  "0391-record-counts": async (db) => {
    await db.schema
      .createTable("record_counts")
      .addColumn("kind", "text", (column) => column.primaryKey())
      .addColumn("number", "bigint", (column) => column.notNull())
      .addColumn("recounted_at", "bigint")
      .addColumn("seal", "text", (column) => column.notNull())
      .execute();
  },
});
