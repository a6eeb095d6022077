import {
  type Compilable,
  CompiledQuery,
  type Kysely,
  type SelectQueryBuilder,
  type Transaction,
} from "kysely";
import { inAccount } from "./account-of.ts";
import { isPostgres } from "./dialect.ts";
import { bind, prepare, preparedQuery } from "./prepared-query.ts";
import { nameStatement } from "./statement-names.ts";

/** Locks the selected rows until the end of the transaction. SQLite needs no row locks: it has a single writer. */
export function lockRows<Tables, Table extends keyof Tables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(db) ? query.forUpdate() : query;
}

type LockMode = "exclusive" | "shared";

/** Holds an advisory lock on a name of this store until the end of the transaction: exclusively, or shared. */
export async function lockName<Tables>(
  db: Kysely<Tables> | Transaction<Tables>,
  name: string,
  mode: LockMode = "exclusive",
): Promise<void> {
  if (isPostgres(db)) await db.executeQuery(lockOf(mode, inAccount(db, name)));
}

/** Holds an advisory lock on a name that the stores of all accounts share, as they share the tables of users. */
export async function lockForAll<Tables>(
  db: Kysely<Tables> | Transaction<Tables>,
  name: string,
): Promise<void> {
  if (isPostgres(db)) await db.executeQuery(lockOf("exclusive", name));
}

/**
 * A prepared query that waits for an advisory lock first and holds it until the end of the transaction. On PostgreSQL both are
 * sent together. The query is a statement of its own, so it sees everything that was committed before the lock was granted.
 */
export function lockedQuery<Tables, Values extends object, Row>(
  mode: LockMode,
  build: (db: Kysely<Tables>, placeholders: Values) => Compilable<Row>,
): (db: Kysely<Tables>, name: string, values: Values) => Promise<Row[]> | Row[] {
  const query = preparedQuery(build);
  const prepared = prepare(build);
  return (db, name, values) => {
    if (!isPostgres(db)) return query(db, values);
    const lock = lockOf(mode, inAccount(db, name));
    const locked = bind(prepared(db).compiled, values);
    return db.getExecutor().provideConnection(async (connection) => {
      const [, { rows }] = await Promise.all([
        connection.executeQuery(lock),
        connection.executeQuery<Row>(locked),
      ]);
      return rows;
    });
  };
}

const lockTexts = {
  exclusive: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
  shared: "select pg_advisory_xact_lock_shared(hashtextextended($1, 0))",
} as const;
for (const text of Object.values(lockTexts)) nameStatement(text);

const lockOf = (mode: LockMode, name: string) => CompiledQuery.raw(lockTexts[mode], [name]);
