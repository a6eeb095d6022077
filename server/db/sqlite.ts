import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";

/** SQLite in `dataDir`/console.sqlite, durable to the last commit. A busy file is waited for without holding up the process. */
export function openSqlite(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "console.sqlite");
  const file = new BetterSqlite3(path, { timeout: 0 });
  // SQLite gives -wal and -shm the mode of the file when it makes them; those of an older start are there already.
  for (const part of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(part)) chmodSync(part, 0o600);
  enterWal(file);
  // An attempt that was written down has to survive a power cut: the default of WAL mode does not promise that.
  file.pragma("synchronous = FULL");
  file.pragma("foreign_keys = ON");
  // What is deleted is overwritten with zeros: a forgotten digest is not left in a free page.
  file.pragma("secure_delete = ON");
  return new WaitingDialect(file);
}

const WAIT_MS = 10_000;
const PAUSE_MS = 5;

/** The change to WAL needs the file for itself, once in its life: here the process may as well stand still. */
function enterWal(file: BetterSqlite3.Database): void {
  file.pragma(`busy_timeout = ${WAIT_MS}`);
  file.pragma("journal_mode = WAL");
  file.pragma("busy_timeout = 0");
}

class WaitingDialect extends SqliteDialect {
  readonly #file: BetterSqlite3.Database;

  constructor(file: BetterSqlite3.Database) {
    super({ database: file });
    this.#file = file;
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#file);
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #file: BetterSqlite3.Database;

  constructor(file: BetterSqlite3.Database) {
    super({ database: preparingOnce(file) });
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new WaitingConnection(await super.acquireConnection(), this.#file);
  }
}

/** Preparing a statement takes longer than most of ours take to run. */
function preparingOnce(file: BetterSqlite3.Database): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare: (text) => {
      const known = prepared.get(text);
      if (known) return known;
      // A transaction that reads before it writes would fail, not wait, once another process has written meanwhile.
      const statement = file.prepare(text === "begin" ? "begin immediate" : text);
      // Lists of values make texts of many lengths: they are not kept for ever.
      if (prepared.size >= MOST_PREPARED) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
    close: () => file.close(),
  };
}

const MOST_PREPARED = 500;

class WaitingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #file: BetterSqlite3.Database;

  constructor(inner: DatabaseConnection, file: BetterSqlite3.Database) {
    this.#inner = inner;
    this.#file = file;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // SQLite rolls back by itself when the disk is full: an error of ours would hide the reason.
    if (query.sql === "rollback" && !this.#file.inTransaction) return { rows: [] };
    const givenUpAt = Date.now() + WAIT_MS;
    for (;;) {
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || this.#file.inTransaction || Date.now() > givenUpAt) throw error;
        await delay(PAUSE_MS);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, chunkSize);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
