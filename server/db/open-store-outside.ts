import { existsSync } from "node:fs";
import { join } from "node:path";
import { accountFolder, openStore, storeFile } from "#server/db/db.ts";
import { parseStartSettings, SettingsError } from "#server/env.ts";
import { provideDataKey } from "#server/stored-secrets.ts";

/**
 * The store, for a command at the server. The demo's data key is in its folder; in front of a real gateway it is a setting. Throws a
 * `SettingsError`, with `mustExist` also where there is no SQLite file yet, which would be created. The caller closes the store with
 * `destroy()`.
 */
export function openStoreOutside({ mustExist = false } = {}): ReturnType<typeof openStore> {
  const { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE, CONSOLE_ACCOUNT } = process.env;
  const { dataDir, databaseUrl, account } = parseStartSettings({
    DATA_DIR,
    DATABASE_URL,
    DATABASE_URL_FILE,
    CONSOLE_ACCOUNT,
  });
  const folder = account === undefined ? dataDir : accountFolder(dataDir, account);
  // A further account has its store once the starter has served it.
  if ((mustExist || account !== undefined) && !databaseUrl && !existsSync(join(folder, storeFile)))
    throw new SettingsError([
      `There is no store in ${folder}: set DATA_DIR, or DATABASE_URL, as the console has it.`,
    ]);
  provideDataKey(dataDir);
  return openStore({ dataDir, databaseUrl, account });
}
