import { type Dialect, Kysely } from "kysely";
import { sqliteFileOf } from "#server/sql/dialect.ts";
import { migrate } from "#server/sql/migrate.ts";
import { openPostgres } from "#server/sql/postgres.ts";
import { openSqlite } from "#server/sql/sqlite.ts";
import type { Store } from "../context.ts";
import { type Database, type Db, tables } from "./database.ts";
import { groupCommits } from "./group-commit.ts";

/** Opens the store that the settings ask for and brings it to the newest schema. Throws OtherVersionError. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const db: Db = new Kysely<Database>({ dialect: openDialect(settings) });
  try {
    await migrate(db, tables, { program: "sandbox", lock: 720_518_005 });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const file = sqliteFileOf(db);
  return file ? groupCommits(db, file) : openPostgresStore(db);
}

export type StoreSettings = { dataDir: string; databaseUrl: string | undefined };

/** SQLite in `dataDir`/sandbox.sqlite, or PostgreSQL. */
function openDialect({ dataDir, databaseUrl }: StoreSettings): Dialect {
  return databaseUrl === undefined
    ? openSqlite({ folder: dataDir, name: "sandbox.sqlite" }, sqlitePragmas)
    : openPostgres(databaseUrl, 16);
}

const sqlitePragmas = {
  cache_size: -8192,
  // Fewer, larger checkpoints: the write-ahead log grows to 16 MiB at most.
  wal_autocheckpoint: 4096,
  // Prepared queries bypass Kysely, whose driver would otherwise wait for a busy file.
  busy_timeout: 5000,
  // Cards are encrypted before they are stored.
  secure_delete: "OFF",
};

/** PostgreSQL: a transaction for each work. */
function openPostgresStore(db: Db): Store {
  const transact: Store["transact"] = (work) => retryOnContention(() => db.transaction().execute(work));
  return { transact, transactLarge: transact, read: (work) => work(db), close: () => db.destroy() };
}

const ATTEMPTS = 5;
/** Serialization failure and deadlock: the server has undone the transaction. */
const contention = new Set(["40001", "40P01"]);

async function retryOnContention<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (attempt === ATTEMPTS || !contention.has(code)) throw error;
    }
  }
}
