import { defineTable } from "#server/sql/table.ts";

export interface SavedViewsTable {
  id: string;
  user_id: string;
  user_name: string;
  name: string;
  /** As `lib/search/print.ts` writes it: no card number. */
  query: string;
  /** Who else sees it, as a user's role is stored; null for its owner alone. */
  role: string | null;
  /** Epoch ms. */
  saved_at: number;
}

/** Searches that people keep under a name, for themselves or for a role. */
export const savedViews = defineTable<SavedViewsTable>({
  "0313-saved-views": async (db) => {
    await db.schema
      .createTable("saved_views")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("query", "text", (column) => column.notNull())
      .addColumn("role", "text")
      .addColumn("saved_at", "bigint", (column) => column.notNull())
      .addUniqueConstraint("saved_views_name", ["user_id", "name"])
      .execute();
  },
});
