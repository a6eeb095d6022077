import { type Kysely, sql } from "kysely";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { migrateTo, migrationTables, readMigrations } from "#server/db/migrate.ts";
import { tablesOf } from "#server/db/own-tables.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import { readColumns } from "#server/sql/read-rows.ts";
import { inOneCommit, inSnapshot } from "#server/sql/transactions.ts";
import { BackupError, damaged } from "./backup-file.ts";
import { inspectRows, type Rows } from "./inspect-rows.ts";
import { differences } from "./manifest.ts";
import { type Backup, type Header, readBackup } from "./read-backup.ts";
import { requireStopped } from "./require-stopped.ts";
import { keptColumns, ownTablesInOrder, storeRows } from "./store-rows.ts";

/**
 * Puts a backup in the place of the store, in one commit, and brings it to this version's schema. The backup is read twice: nothing is
 * written before all of it is known to be whole. `replace` allows a store that holds something. Throws BackupError.
 */
export async function restoreBackup(
  db: Kysely<Database>,
  path: string,
  { replace }: { replace: boolean },
): Promise<Backup> {
  const { header } = await readBackup(path);
  if (header.account !== accountOf(db))
    throw new BackupError(
      `The backup is of ${nameOf(header.account)}, and this is the store of ${nameOf(accountOf(db))}. Nothing was changed. CONSOLE_ACCOUNT names the account.`,
    );
  return await inOneCommit(db, async (connection) => {
    await requireFree(connection, replace);
    await createTables(connection, header);
    const columns = await readColumns(connection, Object.keys(header.tables));
    const backup = await readBackup(path, (rows) => insertRows(connection, columns, rows));
    await migrateTo(connection);
    // `inOneCommit` is a transaction without Kysely's type for it.
    const within = connection as Parameters<typeof record>[0];
    const { auditHead } = backup.manifest;
    await record(within, {
      name: "store.restored",
      by: "operator",
      fields: { takenAt: new Date(header.at).toISOString(), ...(auditHead && { hash: auditHead.hash }) },
    });
    return backup;
  });
}

const nameOf = (account: string | undefined) =>
  account === undefined ? "the main account" : `account ${account}`;

async function requireFree(connection: Kysely<Database>, replace: boolean): Promise<void> {
  await requireStopped(connection);
  if (replace) return;
  const there = await readColumns(connection, ownTablesInOrder(connection));
  for (const name of there.keys()) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(connection);
    if (rows.length > 0)
      throw new BackupError(
        `The store is not empty (${name}). Nothing was changed. Back it up, then add --replace to delete what it holds.`,
      );
  }
}

/** Empty tables as the backup's version had them. */
async function createTables(connection: Kysely<Database>, { migrations }: Header): Promise<void> {
  const names = ownTablesInOrder(connection).reverse().concat(migrationTables);
  // Of this store alone: on PostgreSQL the name of one that it lacks may be that of the main store's.
  const there = await readColumns(connection, names);
  for (const name of names) if (there.has(name)) await connection.schema.dropTable(name).execute();
  await migrateTo(connection, migrations);
}

type ColumnTypes = Awaited<ReturnType<typeof readColumns>>;

async function insertRows(
  connection: Kysely<Database>,
  columnsOf: ColumnTypes,
  { table, columns, rows }: Rows,
): Promise<void> {
  const known = columnsOf.get(table);
  const isSame = known?.map(({ name }) => name).join() === columns.join();
  if (!known || !isSame || !Object.hasOwn(tablesOf(connection), table))
    throw damaged(`The table ${table} of the backup`);
  const types = Object.fromEntries(known.map(({ name, type }) => [name, typeNames[type] ?? "text"]));
  // Names and types are those of the store itself.
  await insertMany(connection as Kysely<Record<string, Record<string, unknown>>>, table, types, rows);
}

/** As PostgreSQL and SQLite name them. */
const typeNames: Record<string, "integer" | "bigint" | "text"> = {
  int4: "integer",
  integer: "integer",
  int8: "bigint",
  bigint: "bigint",
};

export type Comparison = {
  /** A sentence for each table that differs. */
  different: string[];
  /** What is wrong with signed records and the log of the store. */
  faults: string[];
  signatures: number;
  /** False when the store was upgraded since: then counts and sums are compared, not contents. */
  isSameSchema: boolean;
};

/** Compares the store with a backup; audit events since then don't count. Writes nothing. Undefined when the store is new. */
export async function compareWithStore(
  db: Kysely<Database>,
  { header, manifest }: Backup,
): Promise<Comparison | undefined> {
  return await inSnapshot(db, async (connection) => {
    const migrations = await readMigrations(connection);
    if (migrations.length === 0) return undefined;
    const isSameSchema = migrations.join() === [...header.migrations].sort().join();
    const upTo = manifest.auditHead?.position ?? 0;
    const rows = storeRows(connection, await keptColumns(connection));
    const found = await inspectRows(rows, { upTo });
    const different = differences(manifest, found.manifest, isSameSchema);
    const headOf = (head: typeof manifest.auditHead) => head && `${head.position}:${head.hash}`;
    if (headOf(found.manifest.auditHead) !== headOf(manifest.auditHead))
      different.push(`audit log: it does not go on from the backup's head ${headOf(manifest.auditHead)}.`);
    return { different, faults: found.faults, signatures: found.signatures, isSameSchema };
  });
}
