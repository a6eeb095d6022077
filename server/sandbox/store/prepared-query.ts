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
  const prepared = prepare(build);
  return (db, values) => {
    const { compiled, list, statement } = prepared(db);
    const given = list(values);
    if (!statement)
      return db
        .executeQuery({ ...compiled, parameters: given } as CompiledQuery<Row>)
        .then(({ rows }) => rows);
    if (statement.reader) return statement.all(given) as Row[]; // as the query's type says
    statement.run(given);
    return [];
  };
}

/**
 * The same for one row that is put into a table which numbers its rows; gives its number. SQLite tells it by itself: asked
 * for with `returning`, it would make a table and a journal of its own for that one row, which cost as much as the row.
 */
export function preparedInsert<Values extends object>(
  build: (db: Db, placeholders: Values) => Insertion,
): (db: Db, values: Values) => Promise<number> | number {
  const prepared = prepare<Values, unknown>((db, placeholders) => {
    const insertion = build(db, placeholders);
    return sqliteFileOf(db) ? insertion : insertion.returning("id");
  });
  return (db, values) => {
    const { compiled, list, statement } = prepared(db);
    const given = list(values);
    if (statement) return Number(statement.run(given).lastInsertRowid);
    return db
      .executeQuery({ ...compiled, parameters: given } as CompiledQuery<{ id: number }>)
      .then(({ rows: [row] }) => {
        if (!row) throw new Error("The store gave no number to a new row.");
        return row.id;
      });
  };
}

/** An `insert` into a table that has the column. */
type Insertion = Compilable & { returning(column: "id"): Compilable };

type Shape = {
  compiled: CompiledQuery;
  /** Gives the parameters for these values. */
  list: (values: object) => unknown[];
  /** On SQLite, which answers within the call. */
  statement: SqliteStatement | undefined;
};

/** One shape for each kind of store: their adapters live as long as the connection to it. */
function prepare<Values extends object, Row>(
  build: (db: Db, placeholders: Values) => Compilable<Row>,
): (db: Db) => Shape {
  const shapes = new WeakMap<object, Shape>();
  return (db) => {
    const { adapter } = db.getExecutor();
    let shape = shapes.get(adapter);
    if (!shape) {
      shape = compile(db, build);
      shapes.set(adapter, shape);
    }
    return shape;
  };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function compile<Values extends object, Row>(
  db: Db,
  build: (db: Db, placeholders: Values) => Compilable<Row>,
): Shape {
  const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });
  // Stands for values of these types only while the query is built.
  const compiled = build(db, placeholders as Values).compile();
  const file = sqliteFileOf(db);
  return { compiled, list: listOf(compiled.parameters), statement: file?.prepare(compiled.sql) };
}

/**
 * Lists values where `parameters` has their placeholders; the others are always the same. By code of its own: values that are
 * looked up one by one by their names take as long as the look-ups of the store.
 */
function listOf(parameters: readonly unknown[]): Shape["list"] {
  const members = parameters.map((parameter, place) =>
    parameter instanceof Placeholder ? `values[${JSON.stringify(parameter.name)}]` : `parameters[${place}]`,
  );
  // The names are those that the queries of this program give.
  const make = new Function("parameters", `return (values) => [${members.join(", ")}];`);
  return make(parameters) as Shape["list"];
}
