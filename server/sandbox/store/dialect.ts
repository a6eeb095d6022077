import { mkdirSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { type Kysely, PostgresAdapter, PostgresDialect, SqliteDialect, type SqliteStatement } from "kysely";
import pg from "pg";

/** SQLite in `dataDir`/sandbox.sqlite, on the disk with every commit. Statements are prepared once. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new BetterSqlite3(join(dataDir, "sandbox.sqlite"), { timeout: 5000 });
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  file.pragma("foreign_keys = ON");
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const known = prepared.get(text);
    if (known) return known;
    const statement = file.prepare(text);
    if (prepared.size > 500) prepared.clear();
    prepared.set(text, statement);
    return statement;
  };
  return new SqliteDialect({ database: { prepare, close: () => file.close() } });
}

/** PostgreSQL by a pool of connections; integers of 8 bytes and sums are read as numbers. */
export function postgresDialect(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // A server that closes an idle connection is no reason to die: the pool opens the next one.
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
}

/** For what only one store needs, such as row locks: SQLite has one writer at a time anyway. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums arrive as text from pg. Epoch ms, counts and cents are all far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 || oid === NUMERIC ? toSafeInteger : pg.types.getTypeParser(oid, format);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("The store holds a number too large to read.");
  return value;
}
