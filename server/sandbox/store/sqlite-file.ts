import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** A SQLite file whose statements are prepared once. It answers within the call: nothing of it needs to be waited for. */
export type SqliteFile = SqliteDatabase;

/**
 * SQLite in `dataDir`/sandbox.sqlite, on the disk with every commit. By Node's own SQLite: better-sqlite3's keeps
 * statistics (STAT4) that make it prepare many a statement anew for each new value, which takes longer than running it.
 */
export function openSqliteFile(dataDir: string): SqliteFile {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, "sandbox.sqlite"), {
    timeout: 5000,
    enableForeignKeyConstraints: true,
  });
  file.exec("pragma journal_mode = WAL; pragma synchronous = FULL; pragma cache_size = -8192");
  // A page that changes many times before it is moved from the log into the file is moved once: 16 MiB of log at most.
  file.exec("pragma wal_autocheckpoint = 4096");
  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare: (text) => {
      const known = prepared.get(text);
      if (known) return known;
      const statement = prepareStatement(file, text);
      if (prepared.size > MOST_PREPARED) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
    close: () => file.close(),
  };
}

const MOST_PREPARED = 500;

function prepareStatement(file: DatabaseSync, text: string): SqliteStatement {
  const statement = file.prepare(text);
  // What is not text, a number or null is refused by SQLite itself.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const names = statement.columns().map(({ name }) => name);
  const toRow = rowOf(names);
  // As lists: the objects that it would make of rows are of the slow kind, which takes longer to read than the store.
  statement.setReturnArrays(true);
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...values(parameters)).map(toRow),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)).map(toRow),
  };
}

/** Makes rows of the cells of rows, all of one shape: by code of its own, since giving each cell its name takes as long as reading it. */
function rowOf(names: readonly string[]): (cells: unknown) => Record<string, unknown> {
  const members = names.map((name, place) => `${JSON.stringify(name)}: cells[${place}]`);
  // The names are those that the statements of this program give.
  return new Function("cells", `return { ${members.join(", ")} };`) as ReturnType<typeof rowOf>;
}
