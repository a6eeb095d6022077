import type { Kysely } from "kysely";

/** What one table file hands over: the shape of its row and the steps that bring the table about. */
export type TableDefinition<Row> = {
  steps: TableSteps;
  /** Never set: carries the row's type to `Database`. */
  readonly row?: Row;
};

/**
 * Steps by name. Names are run in alphabetical order over all tables, each once: begin them with a number, and never
 * change one that has shipped. Column types both stores read alike: `text`, `integer` for counts and 0/1 flags,
 * `bigint` for epoch milliseconds and cents, JSON as `text`.
 */
export type TableSteps = Record<`${number}-${string}`, (db: Kysely<unknown>) => Promise<void>>;

export function defineTable<Row>(steps: TableSteps): TableDefinition<Row> {
  return { steps };
}
