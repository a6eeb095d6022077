import { spawn } from "node:child_process";
import { once } from "node:events";
import { median } from "#e2e/support/statistics.ts";
import { fillStore } from "./fill-store.ts";
import { LoadClient } from "./load.ts";
import { measureLoad, warmUp } from "./measure-load.ts";
import { newDataDir, sale, startMeasuredSandbox } from "./measured-sandbox.ts";
import { type Bench, inRounds, type Measured, type Measurement } from "./measurement.ts";
import { cpus, onCpu } from "./pinning.ts";

/** What a million stored transactions change: the next sale, and the next start. */
export const sizeMeasurements: Measurement[] = [{ name: "million", measure: measureMillion }];

const MILLION = 1_000_000;
const YOUNG = 1000;

async function measureMillion(bench: Bench): Promise<Measured[]> {
  const size = bench.quick ? 100_000 : MILLION;
  const [young, full] = [newDataDir(), newDataDir()];
  await fillStore(young, YOUNG);
  await fillStore(full, size);
  const note = `${size.toLocaleString("en")} rows filled in by the store's code`;
  return [await measureGrowth(bench, young, full, note), await measureStart(bench, full, note)];
}

/** Both stores are measured in turns, by the same sale over HTTP. */
async function measureGrowth(bench: Bench, young: string, full: string, note: string): Promise<Measured> {
  const servers = [await startMeasuredSandbox({}, young), await startMeasuredSandbox({}, full)] as const;
  const client = new LoadClient();
  try {
    const load = { ...sale, connections: 1, count: bench.quick ? 100 : 300 };
    for (const server of servers) await warmUp(client, server, load, bench.quick ? 300 : 2000);
    const rounds = await inRounds(bench.rounds, async () => ({
      young: (await measureLoad(client, servers[0], load)).p50Ms,
      full: (await measureLoad(client, servers[1], load)).p50Ms,
    }));
    const ms = median(rounds.map((round) => round.full)).toFixed(2);
    return {
      what: "the 1,000,000th sale ÷ the 1,000th",
      value: median(rounds.map((round) => round.full / round.young)),
      goal: { atMost: 1.2 },
      note: `p50 ${ms} ms; ${note}`,
    };
  } finally {
    client.stop();
    for (const server of servers) await server.stop();
  }
}

async function measureStart(bench: Bench, dataDir: string, note: string): Promise<Measured> {
  const rounds = await inRounds(Math.max(3, bench.rounds), async () => {
    const bare = await timeBareNode();
    const startedAt = performance.now();
    const sandbox = await startMeasuredSandbox({}, dataDir);
    const ms = performance.now() - startedAt;
    await sandbox.stop();
    return { bare, ms };
  });
  const ms = (side: "bare" | "ms") => Math.round(median(rounds.map((round) => round[side])));
  return {
    what: "start with 1,000,000 stored transactions ÷ bare Node start",
    value: median(rounds.map((round) => round.ms / round.bare)),
    goal: { atMost: 5 },
    note: `${ms("ms")} ms ÷ ${ms("bare")} ms; ${note}`,
  };
}

/** From startup to the first line that a program with a server can print. */
async function timeBareNode(): Promise<number> {
  const code = "require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('ready'))";
  const [program = "", ...args] = onCpu(cpus.server, [process.execPath, "-e", code]);
  const startedAt = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const ms = performance.now() - startedAt;
  child.kill("SIGKILL");
  await once(child, "exit");
  return ms;
}
