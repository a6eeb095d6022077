import { type Selectable, sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface CustomersTable {
  /** "key:…", "email:…" or "name:…": the best that is known of whom it is. */
  id: string;
  /** At the gateway (contract: custkey); null of one who is only named. */
  customer_key: string | null;
  custid: string | null;
  name: string | null;
  email: string | null;
  /** What the customer is searched by: name, email, key and number in lower case, without accents. */
  term: string;
  /** Epoch ms of the latest payment that named them: the order of the list. */
  seen_at: number;
}

export type CustomerRow = Selectable<CustomersTable>;

/** The customers that payments named (written by server/books/cards/note-customers.ts). */
export const customers = defineTable<CustomersTable>({
  "0410-customers": async (db) => {
    await db.schema
      .createTable("customers")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("customer_key", "text")
      .addColumn("custid", "text")
      .addColumn("name", "text")
      .addColumn("email", "text")
      .addColumn("term", "text", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("customers_by_seen").on("customers").columns(["seen_at", "id"]).execute();
    await db.schema.createIndex("customers_by_email").on("customers").column("email").execute();
    // Payments of earlier versions are indexed once more, which lists their customers.
    await sql`update attempts set indexed = 0 where transaction_key is not null`.execute(db);
  },
});
