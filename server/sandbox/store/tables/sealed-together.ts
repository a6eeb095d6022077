import { sql } from "kysely";
import { isPostgres } from "../dialect.ts";
import { defineTable } from "../table.ts";

export interface SealedTogetherTable {
  /** Keys of one process rise. */
  key: string;
  /** A JSON list of texts, sealed as a whole. */
  sealed: string;
}

/** What payments that were added in one commit keep sealed; each of them names the key and its place in the list. */
export const sealedTogether = defineTable<SealedTogetherTable>({
  "0071-sealed-together": async (db) => {
    const table = db.schema
      .createTable("sealed_together")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("sealed", "text", (column) => column.notNull());
    // On SQLite by its key alone, so that a commit changes one page and not one more of an index.
    await (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)).execute();
  },
});
