import { isKeyOfLog } from "#server/audit/record.ts";
import { loadKeyring } from "#server/data-keys/keyring.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { askPassword } from "./sign-in/ask-password.ts";
import { RefusedCommandError, readUserCommand, refusalText, runUserCommand } from "./user-commands.ts";

/** Adds and changes users: `npm run user -- add EMAIL --role admin`. Exits with 1 when refused. */
async function main(): Promise<void> {
  // The store may be created here: its files are for the owner alone.
  process.umask(0o077);
  try {
    const command = readUserCommand(process.argv.slice(2));
    const db = openStoreOutside();
    try {
      if (accountOf(db) !== undefined)
        throw new RefusedCommandError("People are in the main account: unset CONSOLE_ACCOUNT.");
      await migrateToLatest(db);
      await loadKeyring(db);
      if (!(await isKeyOfLog(db))) throw new RefusedCommandError(OTHER_KEY);
      console.info(await runUserCommand(db, command, askPassword));
    } finally {
      await db.destroy();
    }
  } catch (error) {
    console.error(refusalText(error));
    process.exitCode = 1;
  }
}

const OTHER_KEY =
  "The data key is not that of this store's audit log. Set CONSOLE_DATA_KEY or CONSOLE_DATA_KEY_FILE, and GATEWAY_URL, as the console has them. Nothing was done.";

await main();
