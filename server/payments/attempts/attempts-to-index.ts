import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** Attempts whose latest change the index of transactions lacks, oldest first. */
export function listToIndex(most: number): Promise<AttemptRow[]> {
  return (
    db()
      .selectFrom("attempts")
      .selectAll()
      // Written as in the index, which a bound value would not match.
      .where("indexed", "=", sql.lit(0))
      .orderBy("prepared_at")
      .limit(most)
      .execute()
  );
}

/** Notes that the index holds the attempt as it was read. False when it changed since or another process was faster. */
export async function markIndexed(store: Kysely<Database>, row: AttemptRow): Promise<boolean> {
  const { id, state, outcome_at, returned, contradiction } = row;
  const marked = await store
    .updateTable("attempts")
    .set({ indexed: 1 })
    .where("id", "=", id)
    .where("indexed", "=", 0)
    .where("state", "=", state)
    .where("outcome_at", outcome_at === null ? "is" : "=", outcome_at)
    .where("returned", returned === null ? "is" : "=", returned)
    .where("contradiction", contradiction === null ? "is" : "=", contradiction)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
