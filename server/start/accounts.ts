import { setTimeout as delay } from "node:timers/promises";
import { toAccountEnvironment } from "#server/accounts/account-environment.ts";
import { decryptKeys } from "#server/accounts/encrypted-keys.ts";
import { listServed } from "#server/accounts/read-accounts.ts";
import { loadKeyring } from "#server/data-keys/keyring.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import type { GatewayAccountsTable } from "#server/db/tables/auth/gateway-accounts.ts";
import type { StartSettings } from "#server/env.ts";
import { isFree } from "#server/http/is-free.ts";
import { startConsole } from "./console.ts";
import { Backoff } from "./processes/backoff.ts";
import type { Child, Children } from "./processes/children.ts";

type Served = {
  version: number;
  child: Child | undefined;
  isEnded: boolean;
  /** It is being started or ended. */
  isBusy: boolean;
  backoff: Backoff;
  /** When it may be started again (epoch ms). */
  notBefore: number;
};

/** What the consoles of further accounts share with the main one. */
type MainConsole = { children: Children; settings: StartSettings; environment: NodeJS.ProcessEnv };

/** Keeps one console process for each further account: started again when it ended or its account was changed. Never resolves. */
export async function keepAccounts(
  children: Children,
  settings: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<never> {
  let db: ReturnType<typeof openStore> | undefined;
  const served = new Map<string, Served>();
  for (;;) {
    await delay(POLL_MS);
    try {
      db ??= openStore(settings);
      await loadKeyring(db);
      const rows = await listServed(db);
      for (const [id, { child }] of served)
        if (!rows.some((row) => row.id === id)) {
          if (child) void children.end(child);
          served.delete(id);
          console.info(`account ${id} is served no more`);
        }
      // One that takes long holds up no other.
      for (const row of rows) void serve(row, served, { children, settings, environment });
    } catch (error) {
      report("The accounts could not be read", error);
    }
  }
}

/** Starts the console of an account unless it runs in this version, is being started, or has to wait after an end. Never rejects. */
async function serve(
  row: GatewayAccountsTable,
  served: Map<string, Served>,
  main: MainConsole,
): Promise<void> {
  const { children } = main;
  const before = served.get(row.id);
  if (before?.isBusy || (before && before.version === row.version && !before.isEnded)) return;
  const isChanged = before?.version !== row.version;
  if (before && !isChanged && Date.now() < before.notBefore) return;
  const backoff = isChanged ? new Backoff({ firstMs: 1_000, longestMs: 60_000 }) : before.backoff;
  const entry: Served = {
    version: row.version,
    child: undefined,
    isEnded: true,
    isBusy: true,
    backoff,
    notBefore: 0,
  };
  served.set(row.id, entry);
  try {
    if (before?.child && !before.isEnded) await children.end(before.child);
    if (children.isStopping) return;
    const child = await startAccount(row, main);
    Object.assign(entry, { child, isEnded: false });
    const startedAt = performance.now();
    void child.ended.then(({ how }) => {
      const waitMs = backoff.waitAfter(performance.now() - startedAt);
      Object.assign(entry, { isEnded: true, notBefore: Date.now() + waitMs });
      if (!children.isStopping && served.get(row.id) === entry)
        console.error(`The console of account ${row.id} ended (${how}).`);
    });
    // It was removed meanwhile.
    if (served.get(row.id) !== entry) await children.end(child);
  } catch (error) {
    entry.notBefore = Date.now() + backoff.waitAfter(0);
    if (!children.isStopping) report(`The console of account ${row.id} could not be started`, error);
  } finally {
    entry.isBusy = false;
  }
}

async function startAccount(
  row: GatewayAccountsTable,
  { children, settings, environment }: MainConsole,
): Promise<Child> {
  const keys = await decryptKeys(row.sealed ?? "", row.id);
  if (!keys) throw new Error("its keys can't be read with this data key.");
  // Else a store would be migrated under an earlier console of it.
  if (!(await isFree(row.port))) throw new Error(`port ${row.port} is in use.`);
  const place = { ...settings, account: row.id, mayBeNew: true };
  await prepareAccountStore(place);
  const store = openStore(place);
  try {
    await migrateToLatest(store);
  } finally {
    await store.destroy();
  }
  const child = await startConsole(children, {
    port: row.port,
    host: settings.host,
    answerMs: settings.gatewayTimeoutMs,
    isDevelopment: false,
    environment: toAccountEnvironment(environment, settings.consoleOrigin, row, keys),
    account: row.id,
  });
  console.info(`account ${row.id} ready on port ${row.port}`);
  return child;
}

const POLL_MS = 2000;

function report(what: string, error: unknown): void {
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
}
