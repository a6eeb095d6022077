import { defineTable } from "#server/sql/table.ts";

export interface SpentStatesTable {
  /** SHA-256 of the state. */
  id: string;
  /** Epoch ms: the cookie that holds the state is too old then. */
  expires_at: number;
}

/** Answers of the OpenID provider that have come: each counts once. */
export const spentStates = defineTable<SpentStatesTable>({
  "0435-spent-states": async (db) => {
    await db.schema
      .createTable("spent_states")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
