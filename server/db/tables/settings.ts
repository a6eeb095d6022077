import { defineTable } from "../table.ts";

export interface SettingsTable {
  name: string;
  value: string;
}

/** What the console made up itself and must find again, such as the key of the card fingerprints. */
export const settings = defineTable<SettingsTable>({
  "0004-settings": async (db) => {
    await db.schema
      .createTable("settings")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  },
});
