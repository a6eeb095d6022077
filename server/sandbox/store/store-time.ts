import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";

/** Epoch ms of the store's own clock. Machines may differ in theirs: processes on one PostgreSQL go by its. */
export async function storeTimeMs(db: Db): Promise<number> {
  if (!isPostgres(db)) return Date.now();
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return rows[0]?.ms ?? Date.now();
}
