import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { macOf } from "#server/books/record-macs.ts";
import type { Database } from "#server/db/database.ts";
import { readMigrations } from "#server/db/migrate.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { inSnapshot } from "#server/sql/transactions.ts";
import { BackupError, writeLines } from "./backup-file.ts";
import { type Inspection, inspectRows } from "./inspect-rows.ts";
import type { Header } from "./read-backup.ts";
import { keptColumns, storeRows } from "./store-rows.ts";

/**
 * Writes one moment of the store to a new file while consoles go on writing: a header, the rows in slices, the manifest, and the
 * SHA-256 of all lines before it, sealed under the data key. Both stores write and read the same format.
 */
export async function writeBackup(db: Kysely<Database>, path: string): Promise<Inspection> {
  let inspection: Inspection | undefined;
  await writeLines(path, async (line) => {
    const sha256 = createHash("sha256");
    const add = async (value: unknown) => {
      sha256.update(`${JSON.stringify(value)}\n`);
      await line(value);
    };
    inspection = await inSnapshot(db, async (connection) => {
      const columns = await keptColumns(connection);
      await add(await headerOf(connection, columns));
      return await inspectRows(storeRows(connection, columns), {
        pass: async ({ table, rows }) => {
          if (rows.length > 0) await add({ table, rows });
        },
      });
    });
    await add({ manifest: inspection.manifest });
    const all = sha256.digest("hex");
    await line({ sha256: all, seal: await macOf("backup", all) });
  });
  if (!inspection) throw new Error("A backup was written without being inspected.");
  return inspection;
}

async function headerOf(connection: Kysely<Database>, columns: Map<string, string[]>): Promise<Header> {
  const migrations = await readMigrations(connection);
  if (migrations.length === 0) throw new BackupError("There is nothing to back up: the store is new.");
  const account = accountOf(connection);
  return {
    format: "merchant-console-backup",
    version: 1,
    at: Date.now(),
    store: isPostgres(connection) ? "postgresql" : "sqlite",
    ...(account !== undefined && { account }),
    migrations,
    tables: Object.fromEntries(columns),
  };
}
