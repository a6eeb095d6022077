import { sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface MerchantSettingsTable {
  /** As the environment names it. */
  name: string;
  /** In the environment's notation; null: back to the environment's. */
  value: string | null;
  /** One more with each change, so that nobody overwrites a change they have not seen. */
  version: number;
  /** Epoch ms. */
  changed_at: number;
  /** The user's name at that time. */
  changed_by: string;
}

/** What the page Settings changed. Never a secret. */
export const merchantSettingsTable = defineTable<MerchantSettingsTable>({
  "0820-merchant-settings": async (db) => {
    await db.schema
      .createTable("merchant_settings")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", "text")
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .addColumn("changed_by", "text", (column) => column.notNull())
      .execute();
  },
  "0887-merchant-settings-workstation-lock": async (db) => {
    await sql`update merchant_settings set name = 'WORKSTATION_LOCK_MINUTES' where name = 'DESK_LOCK_MINUTES'`.execute(
      db,
    );
  },
});
