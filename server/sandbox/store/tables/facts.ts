import { defineTable } from "#server/sql/table.ts";

export interface FactsTable {
  name: "clock-offset-ms" | "rules" | "sample" | "vault-check" | "webhook-target";
  value: string;
}

/** Named values of this store. */
export const facts = defineTable<FactsTable>({
  "0001-facts": async (db) => {
    await db.schema
      .createTable("facts")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  },
});
