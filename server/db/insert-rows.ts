import { CompiledQuery, type Kysely } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./dialect.ts";

/**
 * Inserts any number of rows by one short statement: a builder's tree of some thousand cells costs more memory and time than
 * their insertion. `columns` are the table's with their types in the order of the cells; `after` follows the rows, such as
 * `on conflict do nothing`.
 */
export async function insertRows<Name extends keyof Database & string>(
  db: Kysely<Database>,
  table: Name,
  columns: Partial<Record<keyof Database[Name] & string, "integer" | "text">>,
  rows: readonly (readonly (string | number)[])[],
  after = "",
): Promise<void> {
  if (rows.length === 0) return;
  const types = Object.values(columns);
  const into = `insert into ${table} (${Object.keys(columns).map((name) => `"${name}"`)})`;
  if (isPostgres(db)) {
    const lists = types.map((_, place) => rows.map((row) => row[place]));
    const list = types.map((type, place) => `$${place + 1}::${type}[]`);
    await db.executeQuery(CompiledQuery.raw(`${into} select * from unnest(${list}) ${after}`, lists));
  } else {
    const cells = types.map((_, place) => `value ->> ${place}`);
    // Without a condition SQLite takes "on conflict" for that of a join.
    const text = `${into} select ${cells} from json_each(?) where true ${after}`;
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(rows)]));
  }
}
