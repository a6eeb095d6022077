import { PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { nameOfStatement } from "./statement-names.ts";

/** PostgreSQL with a pool of at most `connections`. 8-byte integers and sums are read as numbers. */
export function openPostgres(connectionString: string, connections: number): PostgresDialect {
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
    client.query("set plan_cache_mode = force_custom_plan").catch(() => {});
  });
  return new PostgresDialect({
    pool: { options: {}, connect: async () => preparing(await pool.connect()), end: () => pool.end() },
  });
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
