import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

/** Runs everything on one connection and commits it, or nothing of it. Unlike Kysely's own transaction it allows migrations on SQLite. */
export function inOneCommit<Tables, Value>(
  db: Kysely<Tables>,
  run: (connection: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  return between(db, "begin", "commit", run);
}

/** Shows `read` one moment of the store, however long it takes, while others go on writing. */
export function inSnapshot<Tables, Value>(
  db: Kysely<Tables>,
  read: (connection: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  const begin = isPostgres(db) ? "begin isolation level repeatable read read only" : "begin deferred";
  return between(db, begin, "rollback", read);
}

async function between<Tables, Value>(
  db: Kysely<Tables>,
  begin: string,
  end: "commit" | "rollback",
  run: (connection: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  return await db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection);
    let value: Value;
    try {
      value = await run(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
    await sql.raw(end).execute(connection);
    return value;
  });
}
