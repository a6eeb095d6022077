import { defineTable } from "../table.ts";
import { forgetOldDigests } from "./forget-old-digests.ts";

export interface SettingsTable {
  name: string;
  value: string;
}

/** What the console must find again after a restart. Never a key of anything in this store. */
export const settings = defineTable<SettingsTable>({
  "0004-settings": async (db) => {
    await db.schema
      .createTable("settings")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  },
  "0103-settings-without-journal-key": forgetOldDigests,
});
