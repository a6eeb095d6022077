import { defineTable } from "#server/sql/table.ts";

export interface SettingsTable {
  name: string;
  value: string;
}

/** Values that survive a restart. Never a key that protects data in this store. */
export const settings = defineTable<SettingsTable>({
  "0200-settings": async (db) => {
    await db.schema
      .createTable("settings")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  },
});
