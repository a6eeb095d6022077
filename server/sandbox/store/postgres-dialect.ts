import {
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";
import pg from "pg";

/** PostgreSQL by a pool of connections; integers of 8 bytes and sums are read as numbers. */
export function postgresDialect(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
    // A statement is sent while the one before it is still on its way.
    pipeline: true,
  } as pg.PoolConfig); // its types do not know `pipeline` yet
  // A server that closes an idle connection is no reason to die: the pool opens the next one.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    // Nor is one that dies under a query: the query says so.
    client.on("error", () => {});
    prepareOnce(client);
  });
  return new PipelinedDialect({ pool });
}

class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new PipelinedDriver(this.#config);
  }
}

/** Sends the first statement of a transaction right behind its beginning, which saves each payment a way to the server. */
class PipelinedDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>();

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    // What goes wrong shows in the statement behind it, which the same connection fails, and at the commit.
    begun.catch(() => {});
    this.#begun.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection);
    await super.commitTransaction(connection);
  }
}

const names = new Map<string, string>();
const MOST_PREPARED = 500;

/** Lets the server keep what it has read and planned of a statement, under a name that is the same on every connection. */
function prepareOnce(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0)
      return query(text, values, ...rest);
    const name = names.get(text) ?? `sandbox_${names.size}`;
    if (!names.has(text) && names.size >= MOST_PREPARED) return query(text, values, ...rest);
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  };
  // One of its many spellings, the only one that is used here.
  client.query = named as typeof client.query;
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums arrive as text from pg. Epoch ms, counts and cents are all far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 || oid === NUMERIC ? toSafeInteger : pg.types.getTypeParser(oid, format);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("The store holds a number too large to read.");
  return value;
}
