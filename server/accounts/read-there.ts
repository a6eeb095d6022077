import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { closeStore } from "#server/db/close-store.ts";
import type { Database } from "#server/db/database.ts";
import { accountFolder, accountSchema, openStore, type StoreSettings, storeFile } from "#server/db/db.ts";

export type Store = Kysely<Database>;

/** Reads the store of a further account in the main console; undefined while it has none. `db` is the main store. */
export async function readThere<Value>(
  db: Store,
  place: StoreSettings,
  account: string,
  read: (store: Store) => Promise<Value>,
): Promise<Value | undefined> {
  if (place.databaseUrl !== undefined) {
    const schema = accountSchema(account);
    const tables = await db.introspection.getTables();
    return tables.some((table) => table.schema === schema && table.name === "bulk_files")
      ? read(db.withSchema(schema))
      : undefined;
  }
  if (!existsSync(join(accountFolder(place.dataDir, account), storeFile))) return undefined;
  const store = openStore({ ...place, account });
  try {
    return await read(store);
  } finally {
    await closeStore(store);
  }
}
