import { parseArgs } from "node:util";
import { countOf } from "#lib/format/counts.ts";
import { hasAccountStore } from "#server/db/has-account-store.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { parseStartSettings, SettingsError } from "#server/env.ts";
import { loadKeyring } from "./keyring.ts";
import { RotateError, type Rotation, requireRotatable, rotateKeys } from "./rotate.ts";

/** Makes CONSOLE_DATA_KEY the key in use: `npm run keys:rotate`. Exits with 1 when something is left to do. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { lost: { type: "boolean", default: false } } });
  const stores = await listStores();
  // None is changed before all can be.
  for (const account of stores)
    await inStore(account, (store) => requireRotatable(store, { isLost: values.lost }));
  for (const account of stores) {
    if (account !== undefined) console.info(`Account ${account}:`);
    await inStore(account, (store) => rotate(store, values.lost));
  }
}

/**
 * The main store, which has the people's secrets and the accounts' keys, then those of further accounts that have one; one alone
 * where CONSOLE_ACCOUNT names it.
 */
async function listStores(): Promise<(string | undefined)[]> {
  const named = process.env.CONSOLE_ACCOUNT;
  if (named) return [named];
  const main = openStoreOutside({ mustExist: true });
  try {
    const { DATA_DIR } = process.env;
    const { dataDir } = parseStartSettings({ DATA_DIR });
    const stores: (string | undefined)[] = [undefined];
    // Those of removed accounts are kept, and have to stay readable.
    const accounts = await main.selectFrom("gateway_accounts").select("id").execute();
    for (const { id } of accounts) if (await hasAccountStore(main, dataDir, id)) stores.push(id);
    return stores;
  } finally {
    await main.destroy();
  }
}

type Store = ReturnType<typeof openStoreOutside>;

async function inStore(account: string | undefined, run: (store: Store) => Promise<void>): Promise<void> {
  if (account === undefined) delete process.env.CONSOLE_ACCOUNT;
  else process.env.CONSOLE_ACCOUNT = account;
  const store = openStoreOutside({ mustExist: true });
  try {
    await loadKeyring(store);
    await run(store);
  } finally {
    await store.destroy();
  }
}

async function rotate(store: Store, isLost: boolean): Promise<void> {
  const rotation = await rotateKeys(store, {
    isLost,
    onStep: (step) =>
      console.info(step === "switched" ? "The new key is in use. Encrypting again …" : "… a chunk is done"),
  });
  console.info(toText(rotation));
  if (rotation.unreadable > 0) process.exitCode = 1;
}

function toText({ from, to, reencrypted, unreadable, retired }: Rotation): string {
  return [
    from === undefined
      ? `The key ${to} is in use already.`
      : `The key ${to} is in use now, in place of ${from}.`,
    `Encrypted again: ${countOf(reencrypted, "secret")}.`,
    ...(retired > 0
      ? [
          `The store keeps ${countOf(retired, "earlier key")}, encrypted under the new one: what they keyed is still recognized and checked.`,
        ]
      : []),
    unreadable > 0
      ? `${countOf(unreadable, "secret")} can't be read with any known key: those people need npm run user -- reset-factors.`
      : "Everything can be read. Remove CONSOLE_DATA_KEY_OLD and restart each console.",
  ].join("\n");
}

try {
  await main();
} catch (error) {
  const isExpected = error instanceof SettingsError || error instanceof RotateError;
  console.error(isExpected ? error.message : `The keys were not changed completely; run it again: ${error}`);
  process.exitCode = 2;
}
