import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { ChaosProxy } from "./chaos-proxy.ts";
import { type DeskSettings, RunningDesk } from "./running-desk.ts";
import { prepareSubmissions } from "./submissions.ts";

/** A gateway, the proxy that breaks its lines, and as many desks on one store as asked for. */
export type World = {
  sandbox: RunningSandbox;
  proxy: ChaosProxy;
  desk: RunningDesk;
  desks: RunningDesk[];
  /** How long the journal may take to settle what can be settled. */
  patienceMs: number;
  stop(): Promise<void>;
};

export type WorldSettings = Pick<DeskSettings, "bug" | "client"> & {
  timeoutMs: number;
  desks?: number;
  /** Instead of the proxy's own address. */
  gatewayUrl?: string | undefined;
  /** PostgreSQL for the console's store; SQLite without. */
  databaseUrl?: string | undefined;
};

export async function startWorld(settings: WorldSettings): Promise<World> {
  const sandbox = await startSandbox();
  // Equal amounts on one card are different customers here: the gateway must not tell them apart for us.
  await sandbox.control("POST", "/keys", { key: sandbox.key, pin: sandbox.pin, duplicates: "off" });
  const proxy = await ChaosProxy.start(sandbox.url);
  const dataDir = await mkdtemp(join(tmpdir(), "proof-"));
  const { timeoutMs, databaseUrl, bug, client } = settings;
  const gatewayUrl = settings.gatewayUrl ?? proxy.url;
  const { key, pin } = sandbox;
  const shared = { gatewayUrl, key, pin, dataDir, databaseUrl, timeoutMs, bug, client };
  const desk = await RunningDesk.start(shared);
  const others: RunningDesk[] = [];
  while (others.length + 1 < (settings.desks ?? 1)) others.push(await RunningDesk.start(shared));
  const desks = [desk, ...others];
  // One answered payment tells it the gateway's limit, and shows that the gateway's list has ours: without, it proves nothing.
  const [first] = settings.gatewayUrl ? [] : await prepareSubmissions(sandbox, ["sale"]);
  if (first) await desk.press({ door: "plan", plan: first.plan });
  return {
    sandbox,
    proxy,
    desk,
    desks,
    // A seeded bug may keep it from ever settling.
    patienceMs: bug ? 10_000 : 90_000,
    stop: async () => {
      await Promise.all(desks.map((one) => one.stop()));
      await proxy.stop();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
