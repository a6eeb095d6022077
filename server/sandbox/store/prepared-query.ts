import type { Compilable, CompiledQuery, SqliteStatement } from "kysely";
import { sqliteFileOf } from "./dialect.ts";
import type { Db } from "./store.ts";

/** Runs the query with these values and gives its rows; on SQLite at once. */
export type PreparedQuery<Values, Row> = (db: Db, values: Values) => Promise<Row[]> | Row[];

/**
 * A query of the money's path: built and compiled at its first use, afterwards run by its values alone. `build` gets a
 * placeholder for each value, to be used where the value itself would stand; it must not look at it.
 */
export function preparedQuery<Values extends object, Row>(
  build: (db: Db, placeholders: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  const shapes = new WeakMap<object, Shape<Values>>();
  return (db, values) => {
    // One for each kind of store: their adapters live as long as the connection to it.
    const adapter = db.getExecutor().adapter;
    let shape = shapes.get(adapter);
    if (!shape) {
      shape = compile(db, build);
      shapes.set(adapter, shape);
    }
    const parameters = shape.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    if (shape.statement) return runHere(shape.statement, parameters) as Row[]; // as the query's type says
    return db.executeQuery({ ...shape.compiled, parameters } as CompiledQuery<Row>).then(({ rows }) => rows);
  };
}

type Shape<Values> = {
  compiled: CompiledQuery;
  parameters: readonly (Placeholder<Values> | unknown)[];
  /** On SQLite, which answers within the call. */
  statement: SqliteStatement | undefined;
};

function runHere(statement: SqliteStatement, parameters: unknown[]): unknown[] {
  if (statement.reader) return statement.all(parameters);
  statement.run(parameters);
  return [];
}

class Placeholder<Values> {
  readonly name: keyof Values;
  constructor(name: keyof Values) {
    this.name = name;
  }
}

function compile<Values extends object, Row>(
  db: Db,
  build: (db: Db, placeholders: Values) => Compilable<Row>,
): Shape<Values> {
  const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(name as keyof Values) });
  // Stands for values of these types only while the query is built.
  const compiled = build(db, placeholders as Values).compile();
  const file = sqliteFileOf(db);
  return { compiled, parameters: compiled.parameters, statement: file?.prepare(compiled.sql) };
}
