import { type Kysely, PostgresAdapter, PostgresDialect, SqliteAdapter, SqliteDialect } from "kysely";
import pg from "pg";
import { openSqliteFile, type SqliteFile } from "./sqlite-file.ts";

/** SQLite in `dataDir`, on the disk with every commit. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  return new FileDialect(openSqliteFile(dataDir));
}

class FileDialect extends SqliteDialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override createAdapter(): SqliteAdapter {
    return new FileAdapter(this.#file);
  }
}

/** The one part of a dialect that can be reached from a query: it leads to the file below. */
class FileAdapter extends SqliteAdapter {
  readonly file: SqliteFile;

  constructor(file: SqliteFile) {
    super();
    this.file = file;
  }
}

/** The file behind a store on SQLite; undefined on PostgreSQL. */
export function sqliteFileOf<Tables>(db: Kysely<Tables>): SqliteFile | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof FileAdapter ? adapter.file : undefined;
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
