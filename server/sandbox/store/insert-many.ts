import { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";

type Cell = string | number | null;

/**
 * Inserts rows in one statement whose text is made once for so many rows: a query builder's tree of a few thousand cells
 * costs more than their insertion. `after` is what follows the rows, such as `on conflict do nothing`.
 */
export async function insertMany<Name extends keyof Database & string>(
  db: Db,
  table: Name,
  columns: readonly (keyof Database[Name] & string)[],
  rows: readonly (readonly Cell[])[],
  after = "",
): Promise<void> {
  if (rows.length === 0) return;
  const postgres = isPostgres(db);
  const name = `${postgres} ${table} ${rows.length} ${after}`;
  const text = known.get(name) ?? `${textOf(table, columns, rows.length, postgres)} ${after}`;
  if (known.size > 2000) known.clear();
  known.set(name, text);
  await db.executeQuery(CompiledQuery.raw(text, rows.flat()));
}

const known = new Map<string, string>();

function textOf(table: string, columns: readonly string[], rows: number, postgres: boolean): string {
  let place = 0;
  const row = () => `(${columns.map(() => (postgres ? `$${++place}` : "?")).join(",")})`;
  return `insert into ${table} (${columns.join(", ")}) values ${Array.from({ length: rows }, row).join(",")}`;
}
