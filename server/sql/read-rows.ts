import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { sqliteFileOf } from "./dialect.ts";
import { listTables } from "./list-tables.ts";
import type { SqliteFile } from "./sqlite.ts";

/** A value of our tables, which is the same on both stores. */
export type Cell = string | number | null;

/** The columns of each table of the store that is among `names`, sorted. */
export async function readColumns<Tables>(
  db: Kysely<Tables>,
  names: readonly string[],
): Promise<Map<string, { name: string; type: string }[]>> {
  const found = await listTables(db);
  return new Map(
    found
      .filter(({ name }) => names.includes(name))
      .map(({ name, columns }) => [
        name,
        columns
          .map((column) => ({ name: column.name, type: column.dataType.toLowerCase() }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      ]),
  );
}

/**
 * All rows of a table in slices, so that memory stays flat. Within a transaction: `inSnapshot`. `key`: a unique column of numbers to
 * order them by; the order is the store's without it.
 */
export async function* readRows<Tables>(
  connection: Kysely<Tables>,
  table: string,
  columns: readonly string[],
  key?: string,
): AsyncGenerator<Cell[][]> {
  const list = sql.join(columns.map((name) => sql.ref(name)));
  const order = key === undefined ? sql`` : sql`order by ${sql.ref(key)}`;
  const query = sql<Row>`select ${list} from ${sql.table(table)} ${order}`;
  const file = sqliteFileOf(connection);
  const slices = file ? rowByRow(file, query.compile(connection)) : throughCursor(connection, query);
  for await (const rows of slices) yield rows.map((row) => columns.map((name) => row[name] ?? null));
}

type Row = Record<string, Cell>;
const slice = 500;

async function* throughCursor<Tables>(
  connection: Kysely<Tables>,
  query: RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  await sql`declare rows_of cursor for ${query}`.execute(connection);
  while (true) {
    const { rows } = await sql<Row>`fetch ${sql.lit(slice)} from rows_of`.execute(connection);
    if (rows.length > 0) yield rows;
    if (rows.length < slice) break;
  }
  await sql`close rows_of`.execute(connection);
}

/** The file itself: Kysely streams no text of ours. */
function* rowByRow(file: SqliteFile, { sql: text, parameters }: CompiledQuery): Generator<Row[]> {
  let gathered: Row[] = [];
  for (const row of file.prepare(text).iterate(parameters)) {
    gathered.push(row as Row); // our tables hold texts and numbers only
    if (gathered.length < slice) continue;
    yield gathered;
    gathered = [];
  }
  if (gathered.length > 0) yield gathered;
}
