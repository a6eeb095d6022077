import { type Kysely, sql, type TableMetadata } from "kysely";
import { accountOf } from "./account-of.ts";
import { isPostgres } from "./dialect.ts";

/** On PostgreSQL the schema in which a table is made; undefined on SQLite. */
export async function currentSchema<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema;
}

/** The tables of this store itself: neither those that it shares nor, in the main store, those of further accounts. */
export async function listTables<Tables>(db: Kysely<Tables>): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables();
  if (!isPostgres(db)) return tables;
  const current = await currentSchema(db);
  const isMain = accountOf(db) === undefined;
  return tables.filter(({ schema }) => schema === current || (isMain && !schema?.startsWith(accountSchemas)));
}

/** What the names of the schemas of further accounts begin with. */
export const accountSchemas = "account_";
