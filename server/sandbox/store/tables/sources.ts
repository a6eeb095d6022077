import type { Generated } from "kysely";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface SourcesTable {
  id: Generated<number>;
  /** Fingerprint of the API key: the key itself is not stored. */
  fingerprint: string;
  sealed_pin: string;
  /** JSON of SourceSettings. */
  settings: string;
}

/** The API keys. */
export const sources = defineTable<SourcesTable>({
  "0001-sources": async (db) => {
    await withRowNumber(db, db.schema.createTable("sources"))
      .addColumn("fingerprint", "text", (column) => column.notNull().unique())
      .addColumn("sealed_pin", "text", (column) => column.notNull())
      .addColumn("settings", "text", (column) => column.notNull())
      .execute();
  },
});
