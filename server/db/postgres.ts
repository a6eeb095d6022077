import { PostgresDialect } from "kysely";
import pg from "pg";

/** PostgreSQL by a pool of ten connections; integers of 8 bytes and sums are read as numbers. */
export function openPostgres(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // A server that closes an idle connection is no reason to die: the pool opens the next one.
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums arrive as text from pg. We keep epoch ms, counts and cents only, all far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 || oid === NUMERIC ? toSafeInteger : pg.types.getTypeParser(oid, format);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The store holds a number too large to read: ${text}`);
  return value;
}
