import { type Generated, type Selectable, sql } from "kysely";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface BulkChunksTable {
  id: Generated<number>;
  group_id: number;
  /** The rows as encrypted JSON; they contain card and account numbers. */
  sealed: string;
  /** The process that waits for slow issuers of some of its rows; "" for none. */
  worker: string;
  /** JSON of the numbers of the remaining rows, once some have run. */
  left: string | null;
}

export type BulkChunkRow = Selectable<BulkChunksTable>;

/** Rows of bulk files that wait to be run, a few hundred to a chunk. A chunk is deleted with its last row. */
export const bulkChunks = defineTable<BulkChunksTable>({
  "0001-bulk-chunks": async (db) => {
    await withRowNumber(db, db.schema.createTable("bulk_chunks"))
      .addColumn("group_id", "bigint", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("worker", "text", (column) => column.notNull())
      .addColumn("left", "text")
      .execute();
    await sql`create index bulk_chunks_group on bulk_chunks (group_id, id)`.execute(db);
  },
});
