import type { Compilable, CompiledQuery, Kysely, SqliteStatement } from "kysely";
import { sqliteFileOf } from "./dialect.ts";

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
    const parameters = fillIn(compiled.parameters, values);
    if (!statement)
      return db.executeQuery({ ...compiled, parameters } as CompiledQuery<Row>).then(({ rows }) => rows);
    if (statement.reader) return statement.all(parameters) as Row[]; // as the query's type says
    statement.run(parameters);
    return [];
  };
}

/** The same for one new row of a table that numbers its rows; returns the number. */
export function preparedInsert<Tables, Values extends object>(
  build: (db: Kysely<Tables>, placeholders: Values) => Insertion,
): (db: Kysely<Tables>, values: Values) => Promise<number> | number {
  // SQLite reports the number without `returning`, which would cost a temporary table.
  const prepared = prepare<Tables, Values, unknown>((db, placeholders) => {
    const insertion = build(db, placeholders);
    return sqliteFileOf(db) ? insertion : insertion.returning("id");
  });
  return (db, values) => {
    const { compiled, statement } = prepared(db);
    const parameters = fillIn(compiled.parameters, values);
    if (statement) return Number(statement.run(parameters).lastInsertRowid);
    return db
      .executeQuery({ ...compiled, parameters } as CompiledQuery<{ id: number }>)
      .then(({ rows: [row] }) => {
        if (!row) throw new Error("The store returned no number for a new row.");
        return row.id;
      });
  };
}

/** An `insert` into a table with an `id`. */
type Insertion = Compilable & { returning(column: "id"): Compilable };

type Prepared = { compiled: CompiledQuery; statement: SqliteStatement | undefined };

/** Compiles once for each open store. */
function prepare<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, placeholders: Values) => Compilable<Row>,
): (db: Kysely<Tables>) => Prepared {
  const known = new WeakMap<object, Prepared>();
  return (db) => {
    const { adapter } = db.getExecutor();
    let prepared = known.get(adapter);
    if (!prepared) {
      // Placeholders take the place of values of these types only while the query is built.
      const compiled = build(db, placeholders as Values).compile();
      prepared = { compiled, statement: sqliteFileOf(db)?.prepare(compiled.sql) };
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

const fillIn = (parameters: readonly unknown[], values: object): unknown[] =>
  parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name as keyof typeof values] : parameter,
  );
