import type { Kysely } from "kysely";
import { accountOf } from "#server/sql/account-of.ts";
import type { TableDefinition } from "#server/sql/table.ts";
import { type Database, tables } from "./database.ts";
import { sharedTables } from "./shared-tables.ts";

/** The tables that this store itself has: all in the main store, all but those of people in that of a further account. */
export function tablesOf(db: Kysely<Database>): Record<string, TableDefinition<unknown>> {
  if (accountOf(db) === undefined) return tables;
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !sharedTables.has(name)));
}
