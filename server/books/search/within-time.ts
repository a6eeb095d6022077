import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { isPostgres } from "#server/sql/dialect.ts";

/**
 * Runs a query that is given up after `limitMs`: undefined then. PostgreSQL breaks it off. SQLite can't, so its queries
 * must be bounded by rows.
 */
export async function withinTime<Value>(
  db: Kysely<Database>,
  limitMs: number,
  run: (store: Kysely<Database>) => Promise<Value>,
): Promise<Value | undefined> {
  if (!isPostgres(db)) return run(db);
  try {
    return await db.transaction().execute(async (store) => {
      await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(store);
      return run(store);
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === queryCanceled) return undefined;
    throw error;
  }
}

/** PostgreSQL's code for a statement that took too long. */
const queryCanceled = "57014";
