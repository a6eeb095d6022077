import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import { accountFolder, openStore, type StoreSettings, storeFile } from "#server/db/db.ts";
import { findLiving } from "#server/payments/recovery/alive.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { accountSchemas } from "#server/sql/list-tables.ts";
import { readColumns } from "#server/sql/read-rows.ts";
import { BackupError } from "./backup-file.ts";

type Store = Kysely<Database>;

/**
 * Throws BackupError while a console of a further account runs: it uses the people of the main store too. Looks where their stores are,
 * since `main` may be new. Restoring the store of a further account touches no other.
 */
export async function requireAccountsStopped(main: Store, { dataDir }: StoreSettings): Promise<void> {
  if (accountOf(main) !== undefined) return;
  if (isPostgres(main)) {
    for (const { schema, name } of await main.introspection.getTables())
      if (name === "processes" && schema?.startsWith(accountSchemas))
        await refuseLiving(main.withSchema(schema));
    return;
  }
  const folder = join(dataDir, "accounts");
  const ids = existsSync(folder) ? readdirSync(folder) : [];
  for (const account of ids) {
    if (!existsSync(join(accountFolder(dataDir, account), storeFile))) continue;
    const store = openStore({ dataDir, databaseUrl: undefined, account, mayBeNew: true });
    try {
      await requireStopped(store);
    } finally {
      await store.destroy();
    }
  }
}

/** Throws BackupError while a console uses this store. */
export async function requireStopped(store: Store): Promise<void> {
  if ((await readColumns(store, ["processes"])).has("processes")) await refuseLiving(store);
}

async function refuseLiving(store: Store): Promise<void> {
  if ((await findLiving(store)).length > 0)
    throw new BackupError(
      "A console is using this store. Nothing was changed. Stop all consoles, wait ten seconds and try again.",
    );
}
