import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { median } from "#e2e/support/statistics.ts";
import { bareAnswer, startBareInsertServer, startBareServer } from "./bare.ts";
import { startHeldReceiver } from "./held-receiver.ts";
import { LoadClient } from "./load.ts";
import { measureLoad, warmUp } from "./measure-load.ts";
import { newDataDir, sale, startMeasuredSandbox } from "./measured-sandbox.ts";
import { type Bench, inRounds, type Measured, type Measurement } from "./measurement.ts";
import type { ServerProcess } from "./server-process.ts";

const CONNECTIONS = 32;

/** Durable card sales a second, and one alone, against a server that keeps nothing. */
export const saleMeasurements: Measurement[] = [
  { name: "sales", measure: withServers(measureSales) },
  { name: "lone-sale", measure: withServers(measureLoneSale) },
];

type Servers = { bare: ServerProcess; sandbox: ServerProcess; client: LoadClient; bytes: number };

function withServers(
  measure: (servers: Servers, bench: Bench) => Promise<Measured[]>,
): Measurement["measure"] {
  return async (bench) => {
    const receiver = await startHeldReceiver();
    const bare = await startBareServer();
    const sandbox = await startMeasuredSandbox({
      SANDBOX_WEBHOOK_URL: receiver.url,
      SANDBOX_WEBHOOK_KEY: "bench",
    });
    const client = new LoadClient();
    try {
      const bytes = (await replyOf(sandbox)).length;
      const count = bench.quick ? 2000 : 30_000;
      const load = { ...sale, connections: CONNECTIONS };
      await warmUp(client, sandbox, load, count);
      await warmUp(client, bare, { ...load, ...bareAnswer(bytes) }, count);
      return await measure({ bare, sandbox, client, bytes }, bench);
    } finally {
      client.stop();
      receiver.stop();
      await Promise.all([bare.stop(), sandbox.stop()]);
    }
  };
}

/** What a sale is answered with. */
export async function replyOf({ port }: { port: number }): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${sale.path}`, {
    method: sale.method,
    headers: sale.headers,
    body: sale.body,
  });
  return await answer.text();
}

async function measureSales({ bare, sandbox, client, bytes }: Servers, bench: Bench): Promise<Measured[]> {
  const load = { ...sale, connections: CONNECTIONS, forMs: bench.quick ? 1000 : 3000 };
  const echo = { ...load, ...bareAnswer(bytes) };
  const inserting = await startBareInsertServer();
  await warmUp(client, inserting, echo, bench.quick ? 2000 : 30_000);
  const rounds = await inRounds(bench.rounds, async () => ({
    bare: await sandbox.heldStill(() => measureLoad(client, bare, echo)),
    inserting: await sandbox.heldStill(() => measureLoad(client, inserting, echo)),
    sandbox: await bare.heldStill(() => measureLoad(client, sandbox, load)),
  }));
  await inserting.stop();
  type Side = "bare" | "inserting" | "sandbox";
  const rate = (side: Side) => Math.round(median(rounds.map((round) => round[side].perSecond)));
  const cpu = (side: Side) => Math.round(median(rounds.map((round) => round[side].cpuMicros)));
  return [
    {
      what: "durable card sales/s, 32 connections ÷ bare JSON echo",
      value: median(rounds.map((round) => round.sandbox.perSecond / round.bare.perSecond)),
      goal: { atLeast: 0.33 },
      note: `${rate("sandbox")}/s ÷ ${rate("bare")}/s; a server that only inserts ${rate("inserting")}/s`,
    },
    {
      what: "processor time per sale ÷ per echo",
      value: median(rounds.map((round) => round.sandbox.cpuMicros / round.bare.cpuMicros)),
      goal: { atMost: 3 },
      note: `${cpu("sandbox")} µs ÷ ${cpu("bare")} µs; a server that only inserts ${cpu("inserting")} µs`,
    },
  ];
}

async function measureLoneSale({ bare, sandbox, client, bytes }: Servers, bench: Bench): Promise<Measured[]> {
  const load = { ...sale, connections: 1, count: bench.quick ? 100 : 500 };
  const disk = openSync(join(newDataDir(), "fdatasync"), "w");
  const rounds = await inRounds(bench.rounds, async () => {
    const echo = (await measureLoad(client, bare, { ...load, ...bareAnswer(bytes) })).p50Ms;
    const sync = syncP50(disk, load.count);
    const one = (await measureLoad(client, sandbox, load)).p50Ms;
    return { one, echo, sync };
  });
  closeSync(disk);
  const ms = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick)).toFixed(2);
  return [
    {
      what: "one lone sale, p50 ÷ (bare POST p50 + one fdatasync)",
      value: median(rounds.map(({ one, echo, sync }) => one / (echo + sync))),
      goal: { atMost: 1.7 },
      note: `${ms(({ one }) => one)} ms ÷ (${ms(({ echo }) => echo)} + ${ms(({ sync }) => sync)} ms)`,
    },
  ];
}

/** What the disk takes to keep one page more of a growing file. */
function syncP50(file: number, count: number): number {
  const page = Buffer.alloc(4096);
  const times = Array.from({ length: count }, () => {
    writeSync(file, page);
    const startedAt = performance.now();
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  return median(times);
}
