import { setTimeout as delay } from "node:timers/promises";
import { newDataDir, startMeasuredSandbox } from "../measured-sandbox.ts";
import type { ServerProcess } from "../server-process.ts";
import { checkStore, type Findings } from "./check-store.ts";
import { type KillablePostgres, startKillablePostgres } from "./killable-postgres.ts";
import { type Clients, startClients } from "./sale-history.ts";

/** The result of a proof; `findings` is empty when nothing was lost or duplicated and every sum is right. */
export type Proof = {
  kills: number;
  acknowledged: number;
  unanswered: number;
  refused: number;
  findings: Findings;
};

const CLIENTS = 32;
/** Batches close while the clients send, too. */
const settings = { SANDBOX_BATCH_HOURS: "0.002", SANDBOX_RATE_LIMIT: "off" };

/** Kills the gateway under its clients, starts it again on the same SQLite file, and compares; as often as is asked. */
export async function proveOnSqlite(
  kills: number,
  say: (progress: string) => void = () => {},
): Promise<Proof> {
  const dataDir = newDataDir();
  let sandbox = await startMeasuredSandbox(settings, dataDir);
  const { port } = sandbox;
  const clients = startClients(port, CLIENTS);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await someSales(clients, kill);
      await sandbox.stop("SIGKILL");
      sandbox = await startMeasuredSandbox({ ...settings, SANDBOX_PORT: String(port) }, dataDir);
      if (kill % 25 === 0) say(`${kill} kills, ${clients.history.acknowledged.size} sales acknowledged`);
    }
    await someSales(clients, kills);
  } finally {
    await clients.stop();
  }
  const findings = await checkStore({ dataDir }, clients.history, port);
  await sandbox.stop();
  return proofOf(kills, clients, findings);
}

/** Kills PostgreSQL's server under a gateway that goes on; undefined where there is no PostgreSQL. */
export async function proveOnPostgres(
  kills: number,
  say: (progress: string) => void = () => {},
): Promise<Proof | undefined> {
  const postgres = await startKillablePostgres();
  if (!postgres) return undefined;
  const sandbox = await startMeasuredSandbox({ ...settings, SANDBOX_DATABASE_URL: postgres.url });
  try {
    return await killPostgres(postgres, sandbox, kills, say);
  } finally {
    await sandbox.stop();
    await postgres.stop();
  }
}

async function killPostgres(
  postgres: KillablePostgres,
  sandbox: ServerProcess,
  kills: number,
  say: (progress: string) => void,
): Promise<Proof> {
  const clients = startClients(sandbox.port, CLIENTS);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await someSales(clients, kill);
      await postgres.killAndRestart();
      say(`${kill} kills, ${clients.history.acknowledged.size} sales acknowledged`);
    }
    await someSales(clients, kills);
  } finally {
    await clients.stop();
  }
  const findings = await checkStore({ databaseUrl: postgres.url }, clients.history, sandbox.port);
  if (sandbox.child.exitCode !== null) findings.push("the gateway did not survive");
  return proofOf(kills, clients, findings);
}

const PATIENCE_MS = 60_000;

/** Waits until sales were acknowledged since the last kill, and then for a moment that is never the same. */
async function someSales({ history }: Clients, kill: number): Promise<void> {
  const before = history.acknowledged.size;
  for (
    const startedAt = performance.now();
    history.acknowledged.size < before + 5 + (kill % 40);
    await delay(1)
  )
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error("No sale is acknowledged any more.");
}

function proofOf(kills: number, { history }: Clients, findings: Findings): Proof {
  const { acknowledged, sent, refused } = history;
  return {
    kills,
    acknowledged: acknowledged.size,
    unanswered: sent.size - acknowledged.size - refused,
    refused,
    findings,
  };
}
