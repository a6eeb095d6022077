import { sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import { defineTable } from "#server/sql/table.ts";

export interface TransactionTermsTable {
  /** A lower-case word or identifier of the transaction, as `server/books/index/terms.ts` makes it. */
  term: string;
  id: string;
}

/** The words and identifiers each indexed transaction is found by, whole or by their beginning. */
export const transactionTerms = defineTable<TransactionTermsTable>({
  "0301-transaction-terms": async (db) => {
    // By code points on both stores: a beginning is then a range of terms.
    const term = isPostgres(db) ? sql`term text collate "C"` : sql`term text`;
    await sql`create table transaction_terms (${term} not null, id text not null, primary key (term, id))
      ${isPostgres(db) ? sql`` : sql`without rowid`}`.execute(db);
  },
});
