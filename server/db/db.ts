import { Kysely } from "kysely";
import { env } from "#server/env.ts";
import { openPostgres } from "#server/sql/postgres.ts";
import { openSqlite } from "#server/sql/sqlite.ts";
import { tracer } from "#server/traces/spans.ts";
import { traceTransactions } from "#server/traces/trace-transactions.ts";
import type { Database } from "./database.ts";

export type StoreSettings = {
  /** Absolute folder of the SQLite file; created when missing. */
  dataDir: string;
  /** PostgreSQL instead, when set. */
  databaseUrl: string | undefined;
};

/** The console's store, opened on first use and once for the whole process, even when a module is loaded twice. */
export function db(): Kysely<Database> {
  // globalThis outlives a module that development reloads.
  const shared = globalThis as typeof globalThis & { [storeKey]?: Kysely<Database> };
  shared[storeKey] ??= openStore(env());
  return shared[storeKey];
}

/** A separate connection to the store, for programs other than the console. The caller closes it with `destroy()`. */
export function openStore({ dataDir, databaseUrl }: StoreSettings): Kysely<Database> {
  const dialect = databaseUrl
    ? openPostgres(databaseUrl, CONNECTIONS)
    : openSqlite({ folder: dataDir, name: storeFile });
  const traces = tracer();
  if (traces) traceTransactions(dialect, traces, databaseUrl ? "postgresql" : "sqlite");
  return new Kysely<Database>({ dialect });
}

/** The SQLite file in `DATA_DIR`. */
export const storeFile = "console.sqlite";
const CONNECTIONS = 10;

export const storeKey: unique symbol = Symbol.for("merchant-console.store");
