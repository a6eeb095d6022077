import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { constants, DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { accountOfAdapter } from "./account-of.ts";

/** A SQLite file whose statements are prepared once. Its calls are synchronous. */
export type SqliteFile = Omit<SqliteDatabase, "prepare"> & {
  readonly isTransaction: boolean;
  prepare(text: string): FileStatement;
};
/** `arrays`: its rows as the values of their columns in order, at less cost than objects. */
type FileStatement = SqliteStatement & { arrays(parameters: readonly unknown[]): SQLOutputValue[][] };

/** Another file whose `tables`, and no others of it, are found where the own file has none of the name, if it `isAttached`. */
export type SharedFile = { account: string; path: string; tables: ReadonlySet<string>; isAttached: boolean };

/**
 * SQLite in `folder`/`name`. Every commit is flushed to disk and the files belong to their owner alone. A file that
 * another process is writing to is waited for without blocking this process.
 */
export function openSqlite(
  { folder, name }: { folder: string; name: string },
  pragmas: Record<string, string | number> = {},
  shared?: SharedFile,
): SqliteDialect {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  // Attaching would create it.
  if (shared && !existsSync(/* turbopackIgnore: true */ shared.path))
    throw new Error(`${shared.path} is missing.`);
  const file = new DatabaseSync(path, { timeout: WAIT_MS, enableForeignKeyConstraints: true });
  // SQLite creates -wal and -shm with the mode of the file. Those of an earlier process are there already.
  for (const part of [path, `${path}-wal`, `${path}-shm`]) {
    // Turbopack would trace the whole project into the build: the path is only known at run time.
    if (existsSync(/* turbopackIgnore: true */ part)) chmodSync(/* turbopackIgnore: true */ part, 0o600);
  }
  // Switching to WAL needs exclusive access, once per file. Only this call blocks the process.
  file.exec("pragma journal_mode = WAL");
  file.exec("pragma busy_timeout = 0");
  // In WAL mode the default does not survive a power cut.
  file.exec("pragma synchronous = FULL");
  // Deleted data is overwritten with zeros, so that no free page holds a digest that was forgotten.
  file.exec("pragma secure_delete = ON");
  for (const [pragma, value] of Object.entries(pragmas)) file.exec(`pragma ${pragma} = ${value}`);
  file.function("is_before", isBefore);
  if (shared?.isAttached) attach(file, shared);
  return new FileDialect(preparingOnce(file), shared?.account);
}

function attach(file: DatabaseSync, { path, tables }: SharedFile): void {
  file.prepare(`attach database ? as ${SHARED}`).run(path);
  for (const pragma of ["synchronous = FULL", "secure_delete = ON"]) file.exec(`pragma ${SHARED}.${pragma}`);
  file.setAuthorizer((action, name, _detail, database) => {
    // Of this action the first argument is the database.
    if (action === constants.SQLITE_ALTER_TABLE && name === SHARED) return constants.SQLITE_DENY;
    const isOther = database === SHARED && name !== null && !tables.has(name) && !name.startsWith("sqlite_");
    return isOther ? constants.SQLITE_DENY : constants.SQLITE_OK;
  });
}

const SHARED = "shared";

export const fileOfAdapter: unique symbol = Symbol.for("merchant-console.sqlite-file");
/** The code of the error that ends a query which asks `is_before` of its rows. */
export const outOfTime = "OUT_OF_TIME";

/** For queries that may take long: 1 before that time (epoch ms), an error from then on. */
function isBefore(time: unknown): number {
  if (Date.now() < Number(time)) return 1;
  throw Object.assign(new Error("The query took too long."), { code: outOfTime });
}

const WAIT_MS = 10_000;
const PAUSE_MS = 5;

/** Whether SQLite refused because another connection holds the file (SQLITE_BUSY and its extended codes). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}

const SQLITE_BUSY = 5;

function preparingOnce(file: DatabaseSync): SqliteFile {
  const prepared = new Map<string, FileStatement>();
  return {
    prepare: (text) => {
      const known = prepared.get(text);
      if (known) return known;
      // A transaction that reads before it writes would fail instead of wait once another process has written.
      const statement = prepare(file, text === "begin" ? "begin immediate" : text);
      // A change of a table changes the columns of statements that select all of them.
      if (prepared.size >= MAX_PREPARED || /^\s*(?:alter|drop)\b/i.test(text)) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
    close: () => file.close(),
    get isTransaction() {
      return file.isTransaction;
    },
  };
}

/** Lists of values make statements of many lengths, so the cache is emptied when it is full. */
const MAX_PREPARED = 500;

function prepare(file: DatabaseSync, text: string): FileStatement {
  const statement = file.prepare(text);
  // Node's own row objects have no prototype, which React refuses to send to a browser, and are slow to copy.
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const toObject = (cells: SQLOutputValue[]) => toRow(names, cells);
  // SQLite itself refuses a value that is not text, a number or null.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const arrays = (parameters: readonly unknown[]) =>
    statement.all(...values(parameters)) as unknown as SQLOutputValue[][]; // as set above
  return {
    reader: names.length > 0,
    all: (parameters) => arrays(parameters).map(toObject),
    arrays,
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) =>
      statement.iterate(...values(parameters)).map((cells) => toObject(cells as unknown as SQLOutputValue[])), // returned as arrays: setReturnArrays
  };
}

function toRow(names: readonly string[], cells: readonly SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {};
  let place = 0;
  for (const name of names) row[name] = cells[place++] ?? null;
  return row;
}

class FileDialect extends SqliteDialect {
  readonly #file: SqliteFile;
  readonly #account: string | undefined;

  constructor(file: SqliteFile, account: string | undefined) {
    super({ database: file });
    this.#file = file;
    this.#account = account;
  }

  override createAdapter(): SqliteAdapter {
    return new FileAdapter(this.#file, this.#account);
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#file);
  }
}

/**
 * The part of a dialect that a query can reach; it leads to the file. By a name that all copies of this module share: a
 * build may hold several, and the store that one opened is used by the others.
 */
class FileAdapter extends SqliteAdapter {
  readonly [fileOfAdapter]: SqliteFile;
  readonly [accountOfAdapter]: string | undefined;

  constructor(file: SqliteFile, account: string | undefined) {
    super();
    this[fileOfAdapter] = file;
    this[accountOfAdapter] = account;
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new WaitingConnection(await super.acquireConnection(), this.#file);
  }
}

class WaitingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #file: SqliteFile;

  constructor(inner: DatabaseConnection, file: SqliteFile) {
    this.#inner = inner;
    this.#file = file;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // SQLite has already rolled back when the disk is full: a failing rollback would hide that error.
    if (query.sql === "rollback" && !this.#file.isTransaction) return { rows: [] };
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || this.#file.isTransaction || Date.now() > deadline) throw error;
        await delay(PAUSE_MS);
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, chunkSize);
  }
}
