import { join } from "node:path";
import { Kysely } from "kysely";
import { env } from "#server/env.ts";
import { accountSchemas } from "#server/sql/list-tables.ts";
import { openPostgres } from "#server/sql/postgres.ts";
import { openSqlite } from "#server/sql/sqlite.ts";
import { tracer } from "#server/traces/spans.ts";
import { traceTransactions } from "#server/traces/trace-transactions.ts";
import type { Database } from "./database.ts";
import { sharedTables } from "./shared-tables.ts";

export type StoreSettings = {
  /** Absolute folder of the SQLite file; created when missing. */
  dataDir: string;
  /** PostgreSQL instead, when set. */
  databaseUrl: string | undefined;
  /** A further gateway account: a store of its own beside the shared tables of the main one. */
  account?: string | undefined;
  /** Of a further account: for what makes its tables. It sees no shared ones on SQLite, so that it holds up no other account. */
  mayBeNew?: boolean;
};

/** The console's store, opened on first use and once for the whole process, even when a module is loaded twice. */
export function db(): Kysely<Database> {
  // globalThis outlives a module that development reloads.
  const shared = globalThis as typeof globalThis & { [storeKey]?: Kysely<Database> };
  shared[storeKey] ??= openStore(env());
  return shared[storeKey];
}

/** A separate connection to the store, for programs other than the console. The caller closes it with `destroy()`. */
export function openStore(settings: StoreSettings): Kysely<Database> {
  const dialect = dialectOf(settings);
  const traces = tracer();
  if (traces) traceTransactions(dialect, traces, settings.databaseUrl ? "postgresql" : "sqlite");
  return new Kysely<Database>({ dialect });
}

function dialectOf({ dataDir, databaseUrl, account, mayBeNew = false }: StoreSettings) {
  const main = { folder: dataDir, name: storeFile };
  if (account === undefined) return databaseUrl ? openPostgres(databaseUrl, CONNECTIONS) : openSqlite(main);
  if (databaseUrl)
    return openPostgres(databaseUrl, CONNECTIONS, { account, schema: accountSchema(account), mayBeNew });
  const path = join(dataDir, storeFile);
  const own = { folder: accountFolder(dataDir, account), name: storeFile };
  return openSqlite(own, {}, { account, path, tables: sharedTables, isAttached: !mayBeNew });
}

/** Where the SQLite file of a further account is. */
export const accountFolder = (dataDir: string, account: string) => join(dataDir, "accounts", account);

/** The schema of a further account on PostgreSQL. */
export const accountSchema = (account: string) => `${accountSchemas}${account.replaceAll("-", "_")}`;

/** The SQLite file in `DATA_DIR`. */
export const storeFile = "console.sqlite";
const CONNECTIONS = 10;

export const storeKey: unique symbol = Symbol.for("merchant-console.store");
