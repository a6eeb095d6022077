import { defineTable } from "#server/sql/table.ts";

export interface DataKeysTable {
  /** As the digests of the key begin: eight hex digits that say nothing about the key. */
  key_id: string;
  /** A retired key, encrypted under the current one; null for the current one, which is never in the store. */
  wrapped: string | null;
  /** Epoch ms from which on the store is written under it. */
  since: number;
  /** Null: the store is written under it. */
  retired_at: number | null;
}

/** The data keys that the store was written under: one is current, the others still check and find what they keyed. */
export const dataKeysTable = defineTable<DataKeysTable>({
  "0830-data-keys": async (db) => {
    await db.schema
      .createTable("data_keys")
      .addColumn("key_id", "text", (column) => column.primaryKey())
      .addColumn("wrapped", "text")
      .addColumn("since", "bigint", (column) => column.notNull())
      .addColumn("retired_at", "bigint")
      .execute();
  },
});
