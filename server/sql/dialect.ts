import { type Kysely, sql } from "kysely";
import { fileOfAdapter, type SqliteFile } from "./sqlite.ts";

/** For features of one store only, such as row locks: SQLite has a single writer. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return sqliteFileOf(db) === undefined;
}

/** The file of a store on SQLite; undefined on PostgreSQL. */
export function sqliteFileOf<Tables>(db: Kysely<Tables>): SqliteFile | undefined {
  const { adapter } = db.getExecutor();
  return fileOfAdapter in adapter ? (adapter[fileOfAdapter] as SqliteFile) : undefined; // set by sqlite.ts alone
}

/** Epoch ms of the store's own clock: processes on one PostgreSQL may run on machines whose clocks differ. */
export async function storeTimeMs<Tables>(db: Kysely<Tables>): Promise<number> {
  if (!isPostgres(db)) return Date.now();
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return rows[0]?.ms ?? Date.now();
}

/**
 * SQLite: writes the WAL back into the file and empties it, since its frames hold earlier pages. False while another
 * connection reads from it.
 */
export async function emptyWal<Tables>(db: Kysely<Tables>): Promise<boolean> {
  if (isPostgres(db)) return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

/**
 * Lets SQLite count what its indexes hold where tables have grown much since the last time, so that it reads them by the
 * best one. PostgreSQL does so automatically.
 */
export async function refreshStatistics<Tables>(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) return;
  await sql`pragma analysis_limit = 400`.execute(db);
  await sql`pragma main.optimize`.execute(db);
}
