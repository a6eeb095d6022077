import type { ColumnDataType, CreateTableBuilder, Kysely } from "kysely";
import { isPostgres } from "./dialect.ts";

/** What one table file hands over: the shape of its row and the steps that bring the table about. */
export type TableDefinition<Row> = {
  steps: TableSteps;
  /** Never set: carries the row's type to `Database`. */
  readonly row?: Row;
};

/** Steps by name, run once each in alphabetical order over all tables. One that has shipped is never changed. */
export type TableSteps = Record<`${number}-${string}`, (db: Kysely<unknown>) => Promise<void>>;

export function defineTable<Row>(steps: TableSteps): TableDefinition<Row> {
  return { steps };
}

/** A primary key `id` that the store counts up, on either store. */
export function withRowNumber<Name extends string>(db: Kysely<unknown>, table: CreateTableBuilder<Name>) {
  const type: ColumnDataType = isPostgres(db) ? "bigserial" : "integer";
  return table.addColumn("id", type, (column) =>
    isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement(),
  );
}
