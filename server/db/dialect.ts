import { type Dialect, type Kysely, PostgresAdapter } from "kysely";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

export type StoreSettings = {
  /** Absolute folder of the SQLite file; made when it is not there. */
  dataDir: string;
  /** PostgreSQL instead, when set. */
  databaseUrl: string | undefined;
};

/** The store the settings ask for. Both answer in the same types: numbers for integers of any size, text for the rest. */
export function openDialect({ dataDir, databaseUrl }: StoreSettings): Dialect {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);
}

/** For what only one store needs, such as `select … for update`: SQLite has one writer at a time anyway. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
