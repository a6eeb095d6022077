import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";

/** Holds the rows that are read until the end of the transaction. SQLite needs none of it: it has one writer at a time. */
export function lockRows<Tables extends keyof Database, Row>(
  db: Db,
  query: SelectQueryBuilder<Database, Tables, Row>,
): SelectQueryBuilder<Database, Tables, Row> {
  return isPostgres(db) ? query.forUpdate() : query;
}

/** Lets one transaction at a time past this point for the same name. */
export async function lockName(db: Db, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Any number of payments in batches at a time, or one that closes a batch. Who waits to close comes before later payments. */
export async function lockBatchLife(db: Db, mode: "shared" | "exclusive"): Promise<void> {
  if (!isPostgres(db)) return;
  const lock = sql.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`select ${lock}(${sql.lit(BATCH_LIFE)})`.execute(db);
}

/** The number of that lock; those of names are as good as never so small. */
const BATCH_LIFE = 720_518_006;
