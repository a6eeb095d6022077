import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import { outOfTime } from "./sqlite.ts";

/**
 * Runs one query that is given up after `limitMs`: undefined then. PostgreSQL breaks it off. SQLite's calls can't be, so
 * the query asks `inTime` of every row it reads: it belongs first among its conditions.
 */
export async function withinTime<Tables, Value>(
  db: Kysely<Tables>,
  limitMs: number,
  run: (store: Kysely<Tables>, inTime: RawBuilder<boolean>) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    if (!isPostgres(db)) return await run(db, sql`is_before(${Date.now() + limitMs}) = 1`);
    return await db.transaction().execute(async (store) => {
      await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(store);
      return run(store, sql`true`);
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && outOfTimeCodes.includes(error.code)) return undefined;
    throw error;
  }
}

/** Also PostgreSQL's code for a statement that took too long. */
const outOfTimeCodes: readonly unknown[] = [outOfTime, "57014"];
