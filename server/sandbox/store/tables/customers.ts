import type { Generated } from "kysely";
import { defineTable, withRowNumber } from "#server/sql/table.ts";

export interface CustomersTable {
  id: Generated<number>;
  key: string;
  /** JSON of CustomerDetails. */
  details: string;
}

export const customers = defineTable<CustomersTable>({
  "0001-customers": async (db) => {
    await withRowNumber(db, db.schema.createTable("customers"))
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("details", "text", (column) => column.notNull())
      .execute();
  },
});

/** A saved customer, as in the contract's customer object. */
export type CustomerDetails = {
  customerid: string;
  company: string;
  first_name: string;
  last_name: string;
  street: string;
  street2: string;
  city: string;
  state: string;
  postalcode: string;
  country: string;
  phone: string;
  fax: string;
  email: string;
  payment_methods: { key: string; type: string; name: string; cardnumber: string }[];
};
