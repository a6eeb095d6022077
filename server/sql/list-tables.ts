import { type Kysely, sql, type TableMetadata } from "kysely";
import { accountOf } from "./account-of.ts";
import { isPostgres } from "./dialect.ts";

/** The schema of a further account's store, which the main store's comes after; undefined elsewhere. */
export async function ownSchema<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  if (!isPostgres(db) || accountOf(db) === undefined) return undefined;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema;
}

/** The tables of this store itself: neither those that it shares nor, in the main store, those of further accounts. */
export async function listTables<Tables>(db: Kysely<Tables>): Promise<TableMetadata[]> {
  const own = await ownSchema(db);
  const tables = await db.introspection.getTables();
  return tables.filter(({ schema }) =>
    own === undefined ? !schema?.startsWith(accountSchemas) : schema === own,
  );
}

/** What the names of the schemas of further accounts begin with. */
export const accountSchemas = "account_";
