import type { NoticeKind } from "#lib/notice.ts";
import { defineTable } from "../table.ts";

export interface NoticesTable {
  /** Kind and subject, so that the same news is written once: "return:<transaction key>". */
  id: string;
  kind: NoticeKind;
  attempt_id: string | null;
  transaction_key: string | null;
  batch_key: string | null;
  /** What it says, JSON (`NoticeFacts`). */
  facts: string;
  /** Epoch ms, as all times here. */
  found_at: number;
  /** The name of the person who has seen it. */
  acknowledged_by: string | null;
  acknowledged_at: number | null;
}

/** News about money that somebody has to see: wrong decisions and returned checks. Rows are never deleted. */
export const notices = defineTable<NoticesTable>({
  "0111-notices": async (db) => {
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
    const indexes = { open: "acknowledged_at", batch: "batch_key", transaction: "transaction_key" } as const;
    for (const [name, column] of Object.entries(indexes))
      await db.schema.createIndex(`notices_by_${name}`).on("notices").column(column).execute();
  },
});
