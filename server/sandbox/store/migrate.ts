import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type Database, tables } from "./database.ts";
import { isPostgres } from "./dialect.ts";

/** Brings the store to the newest shape; does nothing when it is there. Several processes may start at once on PostgreSQL. */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  if (await isLatest(db)) return;
  if (!isPostgres(db)) return runSteps(db);
  // The lock and the steps have to share one connection.
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      await runSteps(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}

/** The usual start: told by one query, without the machinery that makes tables. */
async function isLatest(db: Kysely<Database>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from sandbox_migrations`.execute(db);
    const done = new Set(rows.map(({ name }) => name));
    return steps.every(([name]) => done.has(name));
  } catch {
    // A new store has no such table; any other trouble is told by the steps themselves.
    return false;
  }
}

const steps = Object.values(tables).flatMap((table) => Object.entries(table.steps));

const LOCK = 720_518_005;

async function runSteps(db: Kysely<Database>): Promise<void> {
  const { Migrator } = await import("kysely/migration");
  const migrations: Record<string, Migration> = Object.fromEntries(steps.map(([name, up]) => [name, { up }]));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: "sandbox_migrations",
    migrationLockTableName: "sandbox_migration_lock",
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error("The sandbox's store could not be brought up to date.", { cause: error });
}
