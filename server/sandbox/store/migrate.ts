import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { type Database, tables } from "./database.ts";
import { isPostgres } from "./dialect.ts";

/** Brings the store to the newest shape; does nothing when it is there. Several processes may start at once on PostgreSQL. */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
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

const LOCK = 720_518_005;

async function runSteps(db: Kysely<Database>): Promise<void> {
  const steps = Object.values(tables).flatMap((table) => Object.entries(table.steps));
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
