import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./dialect.ts";
import { compactDue } from "./tables/forget-old-digests.ts";

/**
 * Rewrites the store once a migration has removed secrets from it, so that no free page or dead row holds them. Not part
 * of the migration: neither store can do it inside a transaction. A process that dies in between does it on its next start.
 */
export async function compactIfDue(db: Kysely<Database>): Promise<void> {
  const due = () =>
    db.selectFrom("settings").select("name").where("name", "=", compactDue).executeTakeFirst();
  if (!(await due())) return;
  if (await compact(db)) await db.deleteFrom("settings").where("name", "=", compactDue).execute();
}

/** Rewrites what held digests. False while another process reads from a SQLite file. */
export async function compact(db: Kysely<Database>): Promise<boolean> {
  if (!isPostgres(db)) await sql`vacuum`.execute(db);
  else
    await sql`vacuum full settings, attempts, card_tokens, bulk_files, bulk_lines, bulk_traces`.execute(db);
  return emptyWal(db);
}

/** SQLite: writes the WAL back and empties it, since its frames hold pages from before. False while somebody reads from it. */
export async function emptyWal(db: Kysely<Database>): Promise<boolean> {
  if (isPostgres(db)) return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
