import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

/** Locks the selected rows until the end of the transaction. SQLite needs no row locks: it has a single writer. */
export function lockRows<Tables, Table extends keyof Tables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(db) ? query.forUpdate() : query;
}

/** Holds an advisory lock on a name until the end of the transaction: exclusively, or shared. */
export async function lockName<Tables>(
  db: Kysely<Tables>,
  name: string,
  mode: "exclusive" | "shared" = "exclusive",
): Promise<void> {
  if (!isPostgres(db)) return;
  const lock = sql.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(db);
}
