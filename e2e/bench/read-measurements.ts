import { median } from "#e2e/support/statistics.ts";
import { bareAnswer, startBareServer } from "./bare.ts";
import { fillStore } from "./fill-store.ts";
import { type Load, LoadClient } from "./load.ts";
import { measureLoad, warmUp } from "./measure-load.ts";
import { newDataDir, sale, signed, startMeasuredSandbox } from "./measured-sandbox.ts";
import { type Bench, inRounds, type Measured, type Measurement } from "./measurement.ts";
import type { ServerProcess } from "./server-process.ts";

/** Reading one payment, and a page far back in a large batch. */
export const readMeasurements: Measurement[] = [
  { name: "get-transaction", measure: measureGet },
  { name: "deep-page", measure: measureDeepPage },
];

async function measureGet(bench: Bench): Promise<Measured[]> {
  const bare = await startBareServer();
  const sandbox = await startMeasuredSandbox();
  const client = new LoadClient();
  try {
    const key = await makeSale(sandbox);
    const path = `/api/v2/transactions/${key}`;
    const bytes = (await answerOf(sandbox, path)).length;
    const get = { method: "GET", headers: signed, connections: 32, path } as const;
    const echo: Omit<Load, "port"> = { ...get, ...bareAnswer(bytes) };
    const load: Omit<Load, "port"> = { ...get, expected: '"type":"transaction"' };
    const count = bench.quick ? 2000 : 30_000;
    await warmUp(client, sandbox, load, count);
    await warmUp(client, bare, echo, count);
    const forMs = bench.quick ? 1000 : 3000;
    const rounds = await inRounds(bench.rounds, async () => ({
      bare: await measureLoad(client, bare, { ...echo, forMs }),
      sandbox: await measureLoad(client, sandbox, { ...load, forMs }),
    }));
    const cpu = median(rounds.map((round) => round.sandbox.cpuMicros / round.bare.cpuMicros));
    return [
      {
        what: "GET /transactions/{key}/s ÷ bare GET of the same size",
        value: median(rounds.map((round) => round.sandbox.perSecond / round.bare.perSecond)),
        goal: { atLeast: 0.45 },
        note: `processor time ${cpu.toFixed(2)} ×`,
      },
    ];
  } finally {
    client.stop();
    await Promise.all([bare.stop(), sandbox.stop()]);
  }
}

const DEEP = { transactions: 100_000, offset: 99_000 };

async function measureDeepPage(bench: Bench): Promise<Measured[]> {
  const dataDir = newDataDir();
  await fillStore(dataDir, DEEP.transactions);
  const sandbox = await startMeasuredSandbox({}, dataDir);
  const client = new LoadClient();
  try {
    const page = (offset: number): Omit<Load, "port"> => ({
      method: "GET",
      headers: signed,
      connections: 1,
      count: bench.quick ? 50 : 300,
      path: `/api/v2/batches/current/transactions?limit=20&offset=${offset}`,
      expected: `"total":${DEEP.transactions}`,
    });
    await warmUp(client, sandbox, page(0), 200);
    const rounds = await inRounds(bench.rounds, async () => ({
      first: (await measureLoad(client, sandbox, page(0))).p50Ms,
      deep: (await measureLoad(client, sandbox, page(DEEP.offset))).p50Ms,
    }));
    const ms = median(rounds.map(({ first }) => first)).toFixed(2);
    return [
      {
        what: "page at offset 99,000 ÷ page at 0 of a 100,000-transaction batch",
        value: median(rounds.map(({ first, deep }) => deep / first)),
        goal: { atMost: 3 },
        note: `p50, first page ${ms} ms; rows filled in by the store's code`,
      },
    ];
  } finally {
    client.stop();
    await sandbox.stop();
  }
}

async function makeSale({ port }: ServerProcess): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${sale.path}`, {
    method: sale.method,
    headers: sale.headers,
    body: sale.body,
  });
  return ((await answer.json()) as { key: string }).key; // as the contract says
}

async function answerOf({ port }: ServerProcess, path: string): Promise<string> {
  return await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: signed })).text();
}
