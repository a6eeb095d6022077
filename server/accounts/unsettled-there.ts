import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { closeStore } from "#server/db/close-store.ts";
import type { Database } from "#server/db/database.ts";
import { accountFolder, accountSchema, openStore, type StoreSettings, storeFile } from "#server/db/db.ts";
import { readUnsettled } from "#server/payments/attempts/unsettled-attempts.ts";

type Store = Kysely<Database>;

/** How many payments and bulk files of a further account have no outcome yet. `db` is the main store. */
export async function countUnsettledThere(db: Store, place: StoreSettings, account: string): Promise<number> {
  if (place.databaseUrl !== undefined) {
    const schema = accountSchema(account);
    const tables = await db.introspection.getTables();
    return tables.some((table) => table.schema === schema && table.name === "bulk_files")
      ? count(db.withSchema(schema))
      : 0;
  }
  if (!existsSync(join(accountFolder(place.dataDir, account), storeFile))) return 0;
  const store = openStore({ ...place, account });
  try {
    return await count(store);
  } finally {
    await closeStore(store);
  }
}

async function count(store: Store): Promise<number> {
  const attempts = await readUnsettled(store);
  const { files } = await store
    .selectFrom("bulk_files")
    .select(({ fn }) => fn.countAll<number>().as("files"))
    .where("state", "in", ["sending", "unknown"])
    .executeTakeFirstOrThrow();
  return attempts.reduce((sum, { count }) => sum + count, Number(files));
}
