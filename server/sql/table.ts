import type { ColumnDataType, CreateTableBuilder, Kysely } from "kysely";
import { isPostgres } from "./dialect.ts";

/** A table file: the type of its row and the migrations that create it. */
export type TableDefinition<Row> = {
  steps: TableSteps;
  /** Never set: carries the row's type to `Database`. */
  readonly row?: Row;
};

/**
 * Migrations by name, each run once, in alphabetical order over all tables. A released one never changes. Column types
 * that both stores read the same way: `text`, `integer` for counts and 0/1 flags, `bigint` for epoch ms and cents, JSON as `text`.
 */
export type TableSteps = Record<`${number}-${string}`, (db: Kysely<unknown>) => Promise<void>>;

export function defineTable<Row>(steps: TableSteps): TableDefinition<Row> {
  return { steps };
}

/** An auto-incrementing primary key `id`, on either store. */
export function withRowNumber<Name extends string>(db: Kysely<unknown>, table: CreateTableBuilder<Name>) {
  const type: ColumnDataType = isPostgres(db) ? "bigserial" : "integer";
  return table.addColumn("id", type, (column) =>
    isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement(),
  );
}
