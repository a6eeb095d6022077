import { type Generated, type Selectable, sql } from "kysely";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface BatchesTable {
  id: Generated<number>;
  key: string;
  /** Counts the batches from 1. */
  sequence: number;
  status: "open" | "closing" | "closed";
  /** Epoch ms of the sandbox's clock, as all times here. */
  opened_at: number;
  scheduled_at: number;
  closing_at: number | null;
  closed_at: number | null;
}

export type BatchRow = Selectable<BatchesTable>;
/** The fields of a batch that its transactions show. */
export type BatchReference = Pick<BatchRow, "id" | "key" | "sequence" | "status">;

export const batches = defineTable<BatchesTable>({
  "0001-batches": async (db) => {
    await withRowNumber(db, db.schema.createTable("batches"))
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("sequence", "bigint", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("opened_at", "bigint", (column) => column.notNull())
      .addColumn("scheduled_at", "bigint", (column) => column.notNull())
      .addColumn("closing_at", "bigint")
      .addColumn("closed_at", "bigint")
      .execute();
    // At most one batch is open.
    await sql`create unique index batches_open on batches (status) where status = 'open'`.execute(db);
    await sql`create index batches_closing on batches (closing_at) where status = 'closing'`.execute(db);
    await sql`create index batches_opened on batches (opened_at)`.execute(db);
  },
});
