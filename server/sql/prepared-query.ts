import type { Compilable, CompiledQuery, Kysely, SqliteStatement } from "kysely";
import { sqliteFileOf } from "./dialect.ts";
import { nameStatement } from "./statement-names.ts";

/** Runs the query with these values and returns its rows; synchronously on SQLite. */
export type PreparedQuery<Tables, Values, Row> = (
  db: Kysely<Tables>,
  values: Values,
) => Promise<Row[]> | Row[];

/**
 * A query that is built and compiled once. `build` receives a placeholder for each value, to be used in place of
 * the value; it must not inspect it.
 */
export function preparedQuery<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, placeholders: Values) => Compilable<Row>,
): PreparedQuery<Tables, Values, Row> {
  const prepared = prepare(build);
  return (db, values) => {
    const { compiled, statement } = prepared(db);
    if (!statement) return db.executeQuery(bind(compiled, values)).then(({ rows }) => rows);
    const parameters = fillIn(compiled.parameters, values);
    if (statement.reader) return statement.all(parameters) as Row[]; // as typed by the query
    statement.run(parameters);
    return [];
  };
}

/** `preparedQuery` for inserting one row into a table that numbers its rows. Returns the number. */
export function preparedInsert<Tables, Values extends object>(
  build: (db: Kysely<Tables>, placeholders: Values) => Insertion,
): (db: Kysely<Tables>, values: Values) => Promise<number> | number {
  // SQLite reports the number without `returning`, which would cost a temporary table.
  const prepared = prepare((db: Kysely<Tables>, placeholders: Values) => {
    const insertion = build(db, placeholders);
    return sqliteFileOf(db) ? insertion : insertion.returning("id");
  });
  return (db, values) => {
    const { compiled, statement } = prepared(db);
    if (statement) return Number(statement.run(fillIn(compiled.parameters, values)).lastInsertRowid);
    return db.executeQuery(bind(compiled, values)).then(({ rows: [row] }) => {
      if (!row) throw new Error("The store returned no number for a new row.");
      return row.id;
    });
  };
}

/** An `insert` into a table with an `id`. */
type Insertion = Compilable<{ id: number }> & { returning(column: "id"): Compilable<{ id: number }> };

/**
 * A query for one reader, who runs it again and again with other values: compiled once, its rows as the values of their
 * columns in order.
 */
export function arraysQuery<Tables, Values extends object>(
  db: Kysely<Tables>,
  build: (placeholders: Values) => Compilable<unknown>,
): (values: Values) => Promise<unknown[][]> {
  const compiled = build(placeholders as Values).compile(); // each value is a placeholder
  const file = sqliteFileOf(db);
  return async (values) => {
    const query = bind(compiled, values);
    // Kysely has reads wait for the end of a transaction that someone else has open.
    if (file && !file.isTransaction) return file.prepare(query.sql).arrays(query.parameters);
    const { rows } = await db.executeQuery<object>(query);
    return rows.map((row) => Object.values(row));
  };
}

type Prepared<Row> = { compiled: CompiledQuery<Row>; statement: SqliteStatement | undefined };

/** Compiles once for each open store. */
export function prepare<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, placeholders: Values) => Compilable<Row>,
): (db: Kysely<Tables>) => Prepared<Row> {
  const known = new WeakMap<object, Prepared<Row>>();
  return (db) => {
    const { adapter } = db.getExecutor();
    let prepared = known.get(adapter);
    if (!prepared) {
      // Placeholders take the place of values of these types only while the query is built.
      const compiled = build(db, placeholders as Values).compile();
      const statement = sqliteFileOf(db)?.prepare(compiled.sql);
      if (!statement) nameStatement(compiled.sql);
      prepared = { compiled, statement };
      known.set(adapter, prepared);
    }
    return prepared;
  };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });

/** The query with these values in place of its placeholders. */
export const bind = <Row>(compiled: CompiledQuery<Row>, values: object): CompiledQuery<Row> => ({
  ...compiled,
  parameters: fillIn(compiled.parameters, values),
});

const fillIn = (parameters: readonly unknown[], values: object): unknown[] =>
  parameters.map(
    (parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof typeof values] : parameter, // each placeholder is named after a value
  );
