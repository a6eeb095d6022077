import { type Kysely, PostgresAdapter, SqliteAdapter, SqliteDialect } from "kysely";
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

/** For what only one store needs, such as row locks: SQLite has one writer at a time anyway. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
