import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { compactIfDue } from "./compact.ts";
import { type Database, tables } from "./database.ts";
import { isPostgres } from "./dialect.ts";

/** Brings the store to the newest shape. Safe when several processes start at once, and when there is nothing to do. */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  // The lock and the steps have to share one connection.
  await db
    .connection()
    .execute((connection) => (isPostgres(db) ? onPostgres(connection) : onSqlite(connection)));
  await compactIfDue(db);
}

/** Kysely's own lock is taken only after it has made its tables, which two processes cannot do at the same time. */
async function onPostgres(connection: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
  try {
    await runSteps(connection);
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
  }
}

/** Kysely runs SQLite's steps one by one without a transaction; all or none of them is what a crash must leave. */
async function onSqlite(connection: Kysely<Database>): Promise<void> {
  await sql`begin immediate`.execute(connection);
  try {
    await runSteps(connection);
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
  await sql`commit`.execute(connection);
}

const LOCK = 720_518_004;

async function runSteps(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => allSteps() },
    migrationTableName: "console_migrations",
    migrationLockTableName: "console_migration_lock",
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed =
    results?.find((result) => result.status === "Error")?.migrationName ?? "before the first step";
  throw new Error(`The store could not be brought up to date (${failed}).`, { cause: error });
}

function allSteps(): Record<string, Migration> {
  const steps = Object.values(tables).flatMap((table) => Object.entries(table.steps));
  const named = Object.fromEntries(steps.map(([name, up]) => [name, { up }]));
  if (Object.keys(named).length !== steps.length)
    throw new Error("Two steps of the store have the same name.");
  return named;
}
