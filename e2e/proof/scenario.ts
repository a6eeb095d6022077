import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { type HarnessSettings, RunningHarness } from "./harness/running-harness.ts";
import { ChaosProxy } from "./proxies/chaos-proxy.ts";
import { prepareSubmits } from "./submissions.ts";

/** A gateway, a fault-injecting proxy, and any number of harnesses on one store. */
export type Scenario = {
  sandbox: RunningSandbox;
  proxy: ChaosProxy;
  harness: RunningHarness;
  harnesses: RunningHarness[];
  /** How long the journal may take to settle what can be settled. */
  patienceMs: number;
  stop(): Promise<void>;
};

export type ScenarioSettings = Pick<HarnessSettings, "mutant" | "client" | "refundDelaySeconds"> & {
  timeoutMs: number;
  harnesses?: number;
  /** Instead of the proxy's own address. */
  gatewayUrl?: string | undefined;
  /** PostgreSQL for the console's store; SQLite without. */
  databaseUrl?: string | undefined;
};

export async function startScenario(settings: ScenarioSettings): Promise<Scenario> {
  const sandbox = await startSandbox();
  // Equal amounts on one card are different customers here: the gateway must not detect duplicates for us.
  await sandbox.control("POST", "/keys", { key: sandbox.key, pin: sandbox.pin, duplicates: "off" });
  const proxy = await ChaosProxy.start(sandbox.url);
  const dataDir = await mkdtemp(join(tmpdir(), "proof-"));
  const { timeoutMs, databaseUrl, mutant, client, refundDelaySeconds } = settings;
  const gatewayUrl = settings.gatewayUrl ?? proxy.url;
  const { key, pin } = sandbox;
  const shared = {
    gatewayUrl,
    key,
    pin,
    dataDir,
    databaseUrl,
    timeoutMs,
    mutant,
    client,
    refundDelaySeconds,
  };
  const harness = await RunningHarness.start(shared);
  const others: RunningHarness[] = [];
  while (others.length + 1 < (settings.harnesses ?? 1)) others.push(await RunningHarness.start(shared));
  const harnesses = [harness, ...others];
  // One answered payment reports the gateway's limit and shows that the gateway's list holds our payments; without that, the proof shows nothing.
  const [first] = settings.gatewayUrl ? [] : await prepareSubmits(sandbox, ["sale"]);
  if (first) await harness.submit({ kind: "plan", plan: first.plan });
  return {
    sandbox,
    proxy,
    harness,
    harnesses,
    // A mutant may keep it from ever settling.
    patienceMs: mutant ? 10_000 : 90_000,
    stop: async () => {
      await Promise.all(harnesses.map((one) => one.stop()));
      await proxy.stop();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
