import type { NoticeKind } from "#lib/payments/notice.ts";
import { defineTable } from "#server/sql/table.ts";

export interface NoticesTable {
  /** Kind and subject, so that each notice is written once: "return:<transaction key>". */
  id: string;
  kind: NoticeKind;
  attempt_id: string | null;
  transaction_key: string | null;
  batch_key: string | null;
  /** JSON (`NoticeFacts`). */
  facts: string;
  /** Epoch ms, as all times here. */
  found_at: number;
  /** Name of the user who acknowledged it. */
  acknowledged_by: string | null;
  acknowledged_at: number | null;
}

/** Notices about money that a user has to acknowledge: wrong decisions, incomplete bulk files, and returned checks. Never deleted. */
export const notices = defineTable<NoticesTable>({
  "0200-notices": async (db) => {
    await db.schema
      .createTable("notices")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("attempt_id", "text")
      .addColumn("transaction_key", "text")
      .addColumn("batch_key", "text")
      .addColumn("facts", "text", (column) => column.notNull())
      .addColumn("found_at", "bigint", (column) => column.notNull())
      .addColumn("acknowledged_by", "text")
      .addColumn("acknowledged_at", "bigint")
      .execute();
    await db.schema.createIndex("notices_by_acknowledged").on("notices").column("acknowledged_at").execute();
    await db.schema.createIndex("notices_by_batch").on("notices").column("batch_key").execute();
    await db.schema.createIndex("notices_by_transaction").on("notices").column("transaction_key").execute();
  },
});
