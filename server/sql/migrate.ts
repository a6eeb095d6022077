import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isPostgres } from "./dialect.ts";
import { currentSchema, listTables } from "./list-tables.ts";
import type { TableDefinition, TableSteps } from "./table.ts";
import { inOneCommit } from "./transactions.ts";

/** The program whose store it is. `lock` names its advisory lock on PostgreSQL. */
type StoreOwner = { program: "console" | "sandbox"; lock: number };

/** The store holds migrations that this version of the program does not know. */
export class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";
}

type MigrateOptions = {
  /** Called before the first migration of a store that has some, while no other process migrates it. Rejecting stops the upgrade. */
  beforeUpgrade?: (connection: Kysely<unknown>) => Promise<void>;
  /** Only these migrations, for a store as an earlier version had it; all by default. */
  only?: readonly string[];
};

/**
 * Brings the store to the newest schema, all migrations or none. Several processes may start at once. Throws
 * OtherVersionError and changes nothing when the store was made by another version of the program.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  tables: Record<string, TableDefinition<unknown>>,
  owner: StoreOwner,
  options: MigrateOptions = {},
): Promise<void> {
  // On SQLite Kysely runs migrations without a transaction, and a crash in between would leave half of them.
  await inOneCommit(db, (connection) => migrateWithin(connection, tables, owner, options));
}

/** `migrate` within the caller's `inOneCommit`. */
export async function migrateWithin<Tables>(
  connection: Kysely<Tables>,
  tables: Record<string, TableDefinition<unknown>>,
  { program, lock }: StoreOwner,
  { beforeUpgrade, only }: MigrateOptions = {},
): Promise<void> {
  // Kysely takes its own lock only after it has created its tables, which two processes cannot do at the same time.
  if (isPostgres(connection)) await sql`select pg_advisory_xact_lock(${lock})`.execute(connection);
  // Kysely would take those of a further account for ours.
  const known = (await listTables(connection)).find(({ name }) => name === migrationTable(program));
  const schema = known?.schema ?? (await currentSchema(connection));
  const steps = collectSteps(tables);
  const done = await findDone(connection, program);
  refuseOther(done, Object.keys(steps), program);
  const wanted = Object.entries(steps).filter(([name]) => only?.includes(name) ?? true);
  if (wanted.every(([name]) => done.includes(name))) return;
  if (done.length > 0) await beforeUpgrade?.(connection as Kysely<unknown>); // only a `Kysely` of some tables can't be one of any
  const migrations = Object.fromEntries(wanted.map(([name, up]) => [name, { up } satisfies Migration]));
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable(program),
    migrationLockTableName: `${program}_migration_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
    allowUnorderedMigrations: true,
    disableTransactions: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === "Error")?.migrationName ?? "before the first one";
  throw new Error(`The ${program}'s store could not be migrated (${failed}).`, { cause: error });
}

/** Throws OtherVersionError when some of these migrations aren't `known`. */
export function refuseOther(
  done: readonly string[],
  known: readonly string[],
  program: StoreOwner["program"],
): void {
  const unknown = done.filter((name) => !known.includes(name)).sort();
  if (unknown.length === 0) return;
  const isNewer = known.every((name) => done.includes(name));
  throw new OtherVersionError(
    isNewer
      ? `The store is newer than this version of the ${program}, which doesn't know its migration ${unknown.at(-1)}. Nothing was changed. Start the version that made it, or restore a backup from before that upgrade.`
      : `The store was made by another version of the ${program} and can't be upgraded. Move it away or delete it, then start again; it may hold digests of card numbers.`,
  );
}

const migrationTable = (program: StoreOwner["program"]) => `${program}_migrations`;

/** Names of the migrations that were run, sorted; none for a new store. */
export async function findDone<Tables>(
  db: Kysely<Tables>,
  program: StoreOwner["program"],
): Promise<string[]> {
  const table = migrationTable(program);
  const tables = await listTables(db);
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name).sort();
}

function collectSteps(tables: Record<string, TableDefinition<unknown>>): TableSteps {
  const steps = Object.values(tables).flatMap((table) => Object.entries(table.steps));
  const named = Object.fromEntries(steps);
  if (Object.keys(named).length !== steps.length) throw new Error("Two migrations have the same name.");
  return named;
}
