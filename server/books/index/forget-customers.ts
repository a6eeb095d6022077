import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { fromLines, termsOf, toLines } from "./terms.ts";

/**
 * Takes the customers and free texts of at most `most` transactions from before `before` (epoch ms) out of the index: they are found by
 * their numbers only. Returns their keys.
 */
export async function forgetInIndex(
  store: Kysely<Database>,
  before: number,
  most: number,
): Promise<string[]> {
  const rows = await store
    .selectFrom("indexed_transactions")
    .selectAll()
    // Written as in the index, which a bound value would not match.
    .where(sql<boolean>`customer_deleted = 0`)
    .where("created_at", "<", before)
    .orderBy("created_at")
    .orderBy("id")
    .limit(most)
    .$if(isPostgres(store), (query) => query.forUpdate().skipLocked())
    .execute();
  for (const row of rows) {
    const nameless = { ...row, customer: null, description: null };
    const terms = termsOf(nameless);
    const gone = fromLines(row.terms).filter((term) => !terms.includes(term));
    if (gone.length > 0)
      await store
        .deleteFrom("transaction_terms")
        .where("term", "in", gone)
        .where("id", "=", row.id)
        .execute();
    await store
      .updateTable("indexed_transactions")
      .set({ customer: null, description: null, terms: toLines(terms), customer_deleted: 1 })
      .where("id", "=", row.id)
      .execute();
  }
  return rows.map(({ id }) => id);
}
