import { type Kysely, sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import { currentSchema } from "#server/sql/list-tables.ts";
import { type Found, findCards } from "./find-cards.ts";

export type RowFinding = Found & { table: string };

/** What the rows of every table hold, each once a table: for PostgreSQL, whose files are another machine's. */
export async function scanStore(store: Kysely<unknown>): Promise<RowFinding[]> {
  const distinct = new Map<string, RowFinding>();
  const own = await currentSchema(store);
  for (const { name, schema } of await store.introspection.getTables()) {
    // Those of further accounts have schemas of their own.
    const table = schema === undefined || schema === own ? name : `${schema}.${name}`;
    for await (const row of readRows(store, table))
      for (const value of Object.values(row)) {
        if (typeof value !== "string" && !(value instanceof Uint8Array)) continue;
        for (const found of findCards(Buffer.from(value as string).toString("latin1"))) // bytes are copied as they are
          distinct.set(`${table} ${found.what} ${found.written} ${found.shown}`, { ...found, table });
      }
  }
  return [...distinct.values()];
}

type Row = Record<string, unknown>;

/** All rows of a table, as of one moment, a thousand in memory at a time on PostgreSQL. */
async function* readRows(store: Kysely<unknown>, table: string): AsyncGenerator<Row> {
  const all = sql<Row>`select * from ${sql.table(table)}`;
  if (!isPostgres(store)) {
    yield* (await all.execute(store)).rows;
    return;
  }
  const transaction = await store.startTransaction().execute();
  try {
    await sql`declare scanned no scroll cursor for ${all}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Row>`fetch 1000 from scanned`.execute(transaction);
      if (rows.length === 0) return;
      yield* rows;
    }
  } finally {
    await transaction.rollback().execute();
  }
}
