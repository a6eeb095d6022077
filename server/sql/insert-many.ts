import { CompiledQuery, type Kysely } from "kysely";
import { isPostgres } from "./dialect.ts";

type Cell = string | number | null;

/**
 * Inserts any number of rows with one short statement, without a query tree of thousands of cells. `columns` are the
 * table's with their types, in the order of the cells. `after` follows the rows, for example `on conflict do nothing`.
 */
export async function insertMany<Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  columns: Partial<Record<keyof Tables[Name] & string, "integer" | "bigint" | "text">>,
  rows: readonly (readonly Cell[])[],
  after = "",
): Promise<void> {
  if (rows.length === 0) return;
  const types = Object.values(columns as Record<string, string>); // a missing column has no key
  const into = `insert into ${table} (${Object.keys(columns).map((name) => `"${name}"`)})`;
  if (isPostgres(db)) {
    const lists = types.map((_, place) => rows.map((row) => row[place]));
    const list = types.map((type, place) => `$${place + 1}::${type}[]`);
    await db.executeQuery(CompiledQuery.raw(`${into} select * from unnest(${list}) ${after}`, lists));
  } else {
    const cells = types.map((_, place) => `value ->> ${place}`);
    // Without a condition, SQLite would parse "on conflict" as part of a join.
    const text = `${into} select ${cells} from json_each(?) where true ${after}`;
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows)]));
  }
}
