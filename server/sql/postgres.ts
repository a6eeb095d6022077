import {
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  type PostgresPoolClient,
} from "kysely";
import pg from "pg";
import { accountOfAdapter } from "./account-of.ts";
import { nameOfStatement } from "./statement-names.ts";

/** A schema of its own, in front of the shared tables. `mayBeNew`: it may have no tables yet, for what makes them. */
export type OwnSchema = { account: string; schema: string; mayBeNew: boolean };

/**
 * PostgreSQL with a pool of at most `connections`. 8-byte integers and sums are read as numbers. `own`: its tables come first, and a
 * connection that can't be set so is never used.
 */
export function openPostgres(
  connectionString: string,
  connections: number,
  own?: OwnSchema,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
    // Queries that do not wait for each other share a round trip.
    pipeline: true,
  });
  // The server may close an idle connection: the pool opens the next one.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    // A connection that breaks during a query rejects that query.
    client.on("error", () => {});
    // A plan that was made for an empty table would be kept until the next ANALYZE: only parsing is saved.
    // Compiling takes longer than the queries, and starts where a table that was not counted yet is taken for a large one.
    client.query("set plan_cache_mode = force_custom_plan; set jit = off").catch(() => {});
  });
  const checked = new WeakSet<pg.PoolClient>();
  const connect = async () => {
    const client = await pool.connect();
    if (own && !checked.has(client)) await putFirst(client, own);
    checked.add(client);
    return preparing(client);
  };
  return new OwnDialect({ pool: { options: {}, connect, end: () => pool.end() } }, own?.account);
}

/**
 * Rejects, and closes the connection, where the schema isn't there or has no tables: they would be found in the one after it. Also
 * behind a pooler, which gives a connection with this path to others.
 */
async function putFirst(client: pg.PoolClient, { schema, mayBeNew }: OwnSchema): Promise<void> {
  try {
    const { processID } = client as pg.PoolClient & { processID: number }; // pg's types leave it out
    const backend = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    if (backend.rows[0]?.pid !== processID)
      throw new Error(
        "A further gateway account needs a direct connection to PostgreSQL: DATABASE_URL leads to a pooler.",
      );
    const path = "set_config('search_path', $1 || ', ' || current_setting('search_path'), false)";
    await client.query(`select ${path}`, [pg.escapeIdentifier(schema)]);
    const { rows } = await client.query("select current_schema() as schema");
    if (rows[0]?.schema !== schema) throw new Error(`The schema ${schema} is not in the database.`);
    if (mayBeNew) return;
    const made = await client.query<{ name: string | null }>("select to_regclass($1) as name", [
      `${pg.escapeIdentifier(schema)}.console_migrations`,
    ]);
    if (made.rows[0]?.name == null)
      throw new Error(`The schema ${schema} has no tables yet: npm start makes them.`);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

class OwnDialect extends PostgresDialect {
  readonly #account: string | undefined;

  constructor(config: PostgresDialectConfig, account: string | undefined) {
    super(config);
    this.#account = account;
  }

  override createAdapter(): PostgresAdapter {
    return Object.assign(new PostgresAdapter(), { [accountOfAdapter]: this.#account });
  }
}

/** Creates the schema when it is missing. */
export async function ensureSchema(connectionString: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
  } finally {
    await client.end();
  }
}

/** A connection that prepares the statements which have a name, once each. */
function preparing(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOfStatement(text), text, values: [...values] });
  return {
    // Kysely also passes cursors, but only where a dialect is given a class of them.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}

const INT8 = 20;
const NUMERIC = 1700;

/** pg returns counts and sums as text. Epoch ms, counts and cents are all far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 || oid === NUMERIC ? toSafeInteger : pg.types.getTypeParser(oid, format);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("The store holds a number too large to read.");
  return value;
}
