import { existsSync } from "node:fs";
import { join } from "node:path";
import { accountFolder, openStore, type StoreSettings, storeFile } from "#server/db/db.ts";
import { parseStartSettings, SettingsError } from "#server/env.ts";
import { provideDataKey } from "#server/stored-secrets.ts";

/**
 * The store, for a command at the server. The demo's data key is in its folder; in front of a real gateway it is a setting. Throws a
 * `SettingsError`, with `mustExist` also where there is no SQLite file yet, which would be created. The caller closes the store with
 * `destroy()`.
 */
export function openStoreOutside({ mustExist = false, mayBeNew = false } = {}): ReturnType<typeof openStore> {
  const { dataDir, databaseUrl, account } = storeOutside();
  const folder = account === undefined ? dataDir : accountFolder(dataDir, account);
  // A further account has its store once the starter has served it.
  if (
    (mustExist || (account !== undefined && !mayBeNew)) &&
    !databaseUrl &&
    !existsSync(join(folder, storeFile))
  )
    throw new SettingsError([
      `There is no database in ${folder}: set DATA_DIR or DATABASE_URL to the console's value.`,
    ]);
  provideDataKey(dataDir);
  return openStore({ dataDir, databaseUrl, account, mayBeNew });
}

/** Where the store is, and whose. */
export function storeOutside(): StoreSettings & { account: string | undefined } {
  const { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE, CONSOLE_ACCOUNT } = process.env;
  const given = { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE, CONSOLE_ACCOUNT };
  const { dataDir, databaseUrl, account } = parseStartSettings(given);
  return { dataDir, databaseUrl, account };
}
