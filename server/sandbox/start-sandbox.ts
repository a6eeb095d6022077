import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { OtherVersionError } from "#server/sql/migrate.ts";
import { startBulkRunner } from "./bulk/bulk-runner.ts";
import type { Registry, Sandbox, Store, Vault } from "./context.ts";
import { openFaults } from "./control/faults.ts";
import { createHttpServer } from "./http/http-server.ts";
import { openRateLimiter } from "./http/rate-limiter.ts";
import { describeError, openLog } from "./log.ts";
import { openMailer } from "./mail/mailer.ts";
import { runDue } from "./processor/settlement.ts";
import { openRules } from "./scripted/rules.ts";
import { type SandboxSettings, SettingsError } from "./settings.ts";
import { readFact, writeFact } from "./store/facts.ts";
import { prune } from "./store/prune.ts";
import { openRegistry } from "./store/registry.ts";
import { openStore } from "./store/store.ts";
import { openVault, readKeyFile } from "./store/vault.ts";
import { openClock } from "./time/clock.ts";
import { everySecond } from "./time/every-second.ts";
import { openWebhooks } from "./webhooks/webhooks.ts";

export type RunningSandbox = {
  /** Ends in /api/v2. */
  url: string;
  /** Lets requests in progress finish, for ten seconds at most, and closes the store. */
  stop(): Promise<void>;
};

/** Starts the sandbox gateway. Rejects with SettingsError when a setting prevents it. */
export async function startSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  const store = await openStore(settings).catch((error: unknown) => {
    throw unusableStore(settings, error);
  });
  const vault = openVault(settings.cardKey ?? readKeyFile(settings.dataDir));
  await requireMatchingKey(store, vault);
  const clock = await openClock(store);
  const log = openLog(settings.log);
  const parts: Omit<Sandbox, "bulk"> = {
    settings,
    store,
    vault,
    clock,
    log,
    registry: openRegistry(store, vault),
    limiter: await openRateLimiter(store),
    faults: openFaults(),
    rules: await openRules({ store, vault, log }),
    webhooks: await openWebhooks({ settings, store, vault, clock, log }),
    mailer: await openMailer({ settings, store, clock, log }),
    requests: new Map(),
  };
  await saveOwnKey(parts.registry, settings);
  const sandbox = await startBulkRunner(parts);
  await runDue(sandbox);
  const http = createHttpServer(sandbox);
  await listen(http.server, settings);
  const stopTimer = everySecond(
    async () => {
      await Promise.all([runDue(sandbox), sandbox.limiter.flush(), sandbox.rules.refresh()]);
    },
    (error) => log.error(describeError(error), "due work could not be run"),
  );
  const stopPruning = pruneEveryMinute(sandbox);
  const { port } = http.server.address() as AddressInfo; // listening on a port, so an AddressInfo
  return {
    url: `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${port}/api/v2`,
    stop: async () => {
      await Promise.all([stopTimer(), stopPruning()]);
      await http.drain();
      await sandbox.bulk.stop();
      await sandbox.webhooks.stop();
      await sandbox.mailer.stop();
      await sandbox.limiter.flush();
      await store.close();
    },
  };
}

/** Names the setting behind an unusable store. A database URL may contain a password, so it is not repeated. */
function unusableStore({ databaseUrl, dataDir }: SandboxSettings, error: unknown): SettingsError {
  if (error instanceof OtherVersionError) {
    const place = databaseUrl ? "database of SANDBOX_DATABASE_URL" : `folder DATA_DIR ${dataDir}`;
    return new SettingsError(
      `The ${place} holds a store of another version of the sandbox, which is not upgraded: use an empty one.`,
    );
  }
  const reason = error instanceof Error ? ("code" in error ? String(error.code) : error.message) : "unknown";
  return new SettingsError(
    databaseUrl
      ? `The PostgreSQL server of SANDBOX_DATABASE_URL cannot be used (${reason}): start it, or correct the address.`
      : `The folder DATA_DIR ${dataDir} cannot be used (${reason}): make it writable, or set DATA_DIR to another.`,
  );
}

/** Refuses to start with another card key: encrypted cards could not be decrypted. */
async function requireMatchingKey(store: Store, vault: Vault): Promise<void> {
  const mark = vault.fingerprint("vault-check");
  const known = await store.read((db) => readFact(db, "vault-check"));
  if (known === undefined) await store.transact((db) => writeFact(db, "vault-check", mark));
  else if (known !== mark)
    throw new SettingsError(
      "The card key (sandbox.key in DATA_DIR, or SANDBOX_CARD_KEY) is not the one this store was made with. Put that key back, or start with an empty DATA_DIR.",
    );
}

/** Writes the configured API key only when it is new or its PIN has changed. */
async function saveOwnKey(registry: Registry, { apiKey, apiPin }: SandboxSettings): Promise<void> {
  if ((await registry.findSource(apiKey))?.pin !== apiPin) await registry.saveSource(apiKey, apiPin, {});
}

async function listen(server: Server, { host, port }: SandboxSettings): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE")
      throw new SettingsError(
        `Port ${port} is in use: stop what is using it, or set SANDBOX_PORT to another.`,
      );
    if (code === "EACCES")
      throw new SettingsError(
        `Port ${port} may not be used by this user: set SANDBOX_PORT to one above 1023.`,
      );
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new SettingsError(`SANDBOX_HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

const PRUNE_EVERY_S = 60;

function pruneEveryMinute({ store, clock, log }: Sandbox): () => Promise<void> {
  let seconds = 0;
  return everySecond(
    async () => {
      seconds++;
      if (seconds % PRUNE_EVERY_S === 0) await prune(store, clock.now());
    },
    (error) => log.error(describeError(error), "old rows could not be removed"),
  );
}
