import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isPostgres } from "./dialect.ts";
import type { TableDefinition, TableSteps } from "./table.ts";

/** The program whose store it is. `lock` names its advisory lock on PostgreSQL. */
type StoreOwner = { program: "console" | "sandbox"; lock: number };

/** The store holds migrations that this version of the program does not know. */
export class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";
}

/**
 * Brings the store to the newest schema, all migrations or none. Several processes may start at once. Throws
 * OtherVersionError and changes nothing when the store was made by another version of the program.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  tables: Record<string, TableDefinition<unknown>>,
  owner: StoreOwner,
): Promise<void> {
  const steps = collectSteps(tables);
  // The lock and the migrations have to share one connection.
  await db
    .connection()
    .execute((connection) =>
      isPostgres(db) ? onPostgres(connection, steps, owner) : onSqlite(connection, steps, owner),
    );
}

/** Kysely takes its own lock only after it has created its tables, which two processes cannot do at the same time. */
async function onPostgres<Tables>(db: Kysely<Tables>, steps: TableSteps, owner: StoreOwner): Promise<void> {
  await sql`select pg_advisory_lock(${owner.lock})`.execute(db);
  try {
    await runSteps(db, steps, owner);
  } finally {
    await sql`select pg_advisory_unlock(${owner.lock})`.execute(db);
  }
}

/** On SQLite Kysely runs migrations without a transaction, and a crash in between would leave half of them. */
async function onSqlite<Tables>(db: Kysely<Tables>, steps: TableSteps, owner: StoreOwner): Promise<void> {
  await sql`begin immediate`.execute(db);
  try {
    await runSteps(db, steps, owner);
  } catch (error) {
    await sql`rollback`.execute(db);
    throw error;
  }
  await sql`commit`.execute(db);
}

async function runSteps<Tables>(
  db: Kysely<Tables>,
  steps: TableSteps,
  { program }: StoreOwner,
): Promise<void> {
  const done = await findDone(db, `${program}_migrations`);
  if (done.some((name) => !Object.hasOwn(steps, name)))
    throw new OtherVersionError(
      `The store was made by another version of the ${program} and can't be upgraded. Move it away or delete it, then start again; it may hold digests of card numbers.`,
    );
  if (done.length === Object.keys(steps).length) return;
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, up]) => [name, { up } satisfies Migration]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `${program}_migrations`,
    migrationLockTableName: `${program}_migration_lock`,
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === "Error")?.migrationName ?? "before the first one";
  throw new Error(`The ${program}'s store could not be migrated (${failed}).`, { cause: error });
}

/** Names of the migrations that were run; none for a new store. */
async function findDone<Tables>(db: Kysely<Tables>, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name);
}

function collectSteps(tables: Record<string, TableDefinition<unknown>>): TableSteps {
  const steps = Object.values(tables).flatMap((table) => Object.entries(table.steps));
  const named = Object.fromEntries(steps);
  if (Object.keys(named).length !== steps.length) throw new Error("Two migrations have the same name.");
  return named;
}
