import type { Generated } from "kysely";
import { defineTable, withRowNumber } from "../table.ts";

export interface CustomersTable {
  id: Generated<number>;
  key: string;
  /** JSON of CustomerDetails. */
  details: string;
}

export const customers = defineTable<CustomersTable>({
  "0006-customers": async (db) => {
    await withRowNumber(db, db.schema.createTable("customers"))
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("details", "text", (column) => column.notNull())
      .execute();
  },
});
