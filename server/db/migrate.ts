import type { Kysely } from "kysely";
import { recordAlone } from "#server/audit/record.ts";
import { copyBeside } from "#server/sql/copy-beside.ts";
import { findDone, migrate, migrateWithin, refuseOther } from "#server/sql/migrate.ts";
import type { Database } from "./database.ts";
import { tablesOf } from "./own-tables.ts";

/**
 * Brings the store to the newest schema. Safe when several processes start at once. A SQLite store that is in use is copied first, into
 * a file beside it. Throws OtherVersionError.
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  let copy: string | undefined;
  const beforeUpgrade = async (connection: Kysely<unknown>) => {
    copy = await copyBeside(connection);
  };
  await migrate(db, tablesOf(db), owner, { beforeUpgrade });
  if (copy !== undefined)
    await recordAlone(db, { name: "store.copied", by: "console", fields: { file: copy } });
}

/** Within `inOneCommit`: to the schema of these migrations, or to the newest. Throws OtherVersionError. */
export async function migrateTo(connection: Kysely<Database>, only?: readonly string[]): Promise<void> {
  if (only) refuseOther(only, knownMigrations(connection), owner.program);
  await migrateWithin(connection, tablesOf(connection), owner, only && { only });
}

/** The migrations that the store has had, sorted; none for a new store. Throws OtherVersionError for one that this version doesn't know. */
export async function readMigrations(db: Kysely<Database>): Promise<string[]> {
  const done = await findDone(db, owner.program);
  refuseOther(done, knownMigrations(db), owner.program);
  return done;
}

/** Whether the store has all migrations of this version. Throws OtherVersionError when it has others. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  return (await readMigrations(db)).length === knownMigrations(db).length;
}

const owner = { program: "console", lock: 720_518_004 } as const;
const knownMigrations = (db: Kysely<Database>) =>
  Object.values(tablesOf(db)).flatMap(({ steps }) => Object.keys(steps));

/** What `migrateToLatest` makes beside the tables. */
export const migrationTables = ["console_migrations", "console_migration_lock"] as const;
