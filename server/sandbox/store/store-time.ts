import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";

/** Epoch ms by which processes on one store agree: machines may differ in their clocks, so PostgreSQL's own counts. */
export async function storeTimeMs(db: Db): Promise<number> {
  if (!isPostgres(db)) return Date.now();
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return rows[0]?.ms ?? Date.now();
}
