import { PostgresDialect } from "kysely";
import pg from "pg";

/** PostgreSQL with a pool of at most `connections`. 8-byte integers and sums are read as numbers. */
export function openPostgres(connectionString: string, connections: number): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // The server may close an idle connection: the pool opens the next one.
  pool.on("error", () => {});
  // A connection that breaks during a query rejects that query.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return new PostgresDialect({ pool });
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
