import { env } from "#server/env.ts";
import { db } from "./db.ts";
import { isMigrated } from "./migrate.ts";

/** A further account's console runs only on a store with all tables of its own. Rejects otherwise. */
export async function requireMigrated(): Promise<void> {
  const { account } = env();
  if (account !== undefined && !(await isMigrated(db())))
    throw new Error(`The store of account ${account} is not migrated: start it with npm start.`);
}
