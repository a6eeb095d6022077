import { type Generated, type Selectable, sql } from "kysely";
import { defineTable, withRowNumber } from "../table.ts";

export interface BulkChunksTable {
  id: Generated<number>;
  group_id: number;
  /** The lines, sealed as JSON; card and account numbers are in them. */
  sealed: string;
  /** The process that waits for slow issuers of some of its lines; "" is none. */
  worker: string;
  /** JSON of the numbers of the lines still to be run, once some of them were. */
  left: string | null;
}

export type BulkChunkRow = Selectable<BulkChunksTable>;

/** Lines that wait to be run, a few hundred a row. A chunk goes with its last line. */
export const bulkChunks = defineTable<BulkChunksTable>({
  "0021-bulk-chunks": async (db) => {
    await withRowNumber(db, db.schema.createTable("bulk_chunks"))
      .addColumn("group_id", "bigint", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("worker", "text", (column) => column.notNull())
      .addColumn("left", "text")
      .execute();
    await sql`create index bulk_chunks_group on bulk_chunks (group_id, id)`.execute(db);
  },
});
