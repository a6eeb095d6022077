import { type Generated, type Selectable, sql } from "kysely";
import type { BulkGroupStatus } from "#lib/gateway/schemas/bulk.ts";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface BulkGroupsTable {
  id: Generated<number>;
  key: string;
  /** The API key that sent the file, by its number. */
  source_id: number;
  client_ip: string;
  server_ip: string;
  filename: string;
  /** Epoch ms of the sandbox's clock. */
  uploaded_at: number;
  /** `Uploading` until the last row has arrived; not visible in the API until then. */
  status: BulkGroupStatus | "Uploading";
  /** 1 for the running or paused group, else null. */
  current: 1 | null;
  /** Rows to be run. */
  transactions: number;
  /** Rows that have run, by result. */
  approved: number;
  declined: number;
  failed: number;
  /** The process that reads or runs it, "" for none, and until when by the store's clock. */
  worker: string;
  leased_until: number;
}

export type BulkGroupRow = Selectable<BulkGroupsTable>;

/** Bulk files. */
export const bulkGroups = defineTable<BulkGroupsTable>({
  "0001-bulk-groups": async (db) => {
    await withRowNumber(db, db.schema.createTable("bulk_groups"))
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("source_id", "bigint", (column) => column.notNull())
      .addColumn("client_ip", "text", (column) => column.notNull())
      .addColumn("server_ip", "text", (column) => column.notNull())
      .addColumn("filename", "text", (column) => column.notNull())
      .addColumn("uploaded_at", "bigint", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      // One group runs at a time.
      .addColumn("current", "integer", (column) => column.unique())
      .addColumn("transactions", "bigint", (column) => column.notNull())
      .addColumn("approved", "bigint", (column) => column.notNull())
      .addColumn("declined", "bigint", (column) => column.notNull())
      .addColumn("failed", "bigint", (column) => column.notNull())
      .addColumn("worker", "text", (column) => column.notNull())
      .addColumn("leased_until", "bigint", (column) => column.notNull())
      .execute();
    await sql`create index bulk_groups_waiting on bulk_groups (status, id) where status in ('Uploading', 'Pending')`.execute(
      db,
    );
  },
});
