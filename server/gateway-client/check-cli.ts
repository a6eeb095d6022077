import { gatewayCheckText } from "#lib/gateway-check.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { env, SettingsError } from "#server/env.ts";
import { checkConnection } from "./check-connection.ts";

/** Tests the connection to the gateway with the settings of the console, and exits with 1 when it doesn't work. */
async function main(): Promise<void> {
  if (env().account !== undefined)
    throw new SettingsError([
      "The keys of a further account are in the store: its connection is tested on the page Settings. Unset CONSOLE_ACCOUNT.",
    ]);
  // The shared limit is kept in the store.
  const store = openStoreOutside({ mustExist: true });
  await store.destroy();
  const check = await checkConnection();
  const { title, text } = gatewayCheckText(check);
  console.info(`${title}. ${text}`);
  process.exitCode = check.kind === "works" ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof SettingsError ? error.sentences.join("\n") : String(error));
  process.exitCode = 2;
}
// Connections that are kept alive would keep the program alive too.
setTimeout(() => process.exit(), 500);
