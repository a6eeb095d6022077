import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { median } from "#e2e/support/statistics.ts";
import { type KillablePostgres, startKillablePostgres } from "./durability/killable-postgres.ts";
import { type Load, LoadClient } from "./load.ts";
import { newDataDir, sale, startMeasuredSandbox } from "./measured-sandbox.ts";
import { type Bench, inRounds, type Measured, type Measurement, notMeasured } from "./measurement.ts";
import type { ServerProcess } from "./server-process.ts";

/** Eight gateway processes on one PostgreSQL, which shares the machine with them as it does with pgbench. */
export const postgresMeasurements: Measurement[] = [{ name: "postgres", measure: measurePostgres }];

const WORKERS = 8;
const what = "PostgreSQL, eight gateway processes ÷ insert-only pgbench, eight clients";
/** Connections to each gateway: a few, and as many as the one on SQLite is measured with. What comes together shares commits. */
const LOADS = [4, 32];
const goal = { atLeast: 0.15 };

async function measurePostgres(bench: Bench): Promise<Measured[]> {
  const postgres = await startKillablePostgres();
  if (!postgres) return [notMeasured(what, goal, "no PostgreSQL")];
  const client = new LoadClient("anywhere");
  const dataDir = newDataDir();
  const start = () => startMeasuredSandbox({ SANDBOX_DATABASE_URL: postgres.url }, dataDir, "anywhere");
  // The first makes the store, the others find it.
  const workers = [await start()];
  try {
    workers.push(...(await Promise.all(Array.from({ length: WORKERS - 1 }, start))));
    const pgbench = await preparePgbench(postgres);
    if (pgbench === undefined) return [notMeasured(what, goal, "no pgbench")];
    const ports = workers.map(({ port }) => port);
    const measured: Measured[] = [];
    for (const each of LOADS) {
      const load = { ...sale, port: 0, ports, connections: WORKERS * each };
      measured.push(await compare(bench, { client, workers, load, pgbench, each }));
    }
    return measured;
  } finally {
    client.stop();
    await Promise.all(workers.map((worker) => worker.stop()));
    await postgres.stop();
  }
}

type Sides = {
  client: LoadClient;
  workers: readonly ServerProcess[];
  load: Load;
  pgbench: (seconds: number) => number;
  /** Connections to each gateway. */
  each: number;
};

async function compare(bench: Bench, { client, workers, load, pgbench, each }: Sides): Promise<Measured> {
  await client.send({ ...load, count: bench.quick ? 1000 : 20_000 });
  const seconds = bench.quick ? 2 : 5;
  const rounds = await inRounds(bench.rounds, async () => {
    const inserts = pgbench(seconds);
    const before = cpuSeconds(workers);
    const { count, seconds: spent } = await client.send({ ...load, forMs: seconds * 1000 });
    return { inserts, sales: count / spent, cpuMicros: ((cpuSeconds(workers) - before) / count) * 1e6 };
  });
  const middle = (side: "inserts" | "sales" | "cpuMicros") =>
    Math.round(median(rounds.map((round) => round[side])));
  return {
    what: `${what}, ${each} connections to each gateway`,
    value: median(rounds.map(({ inserts, sales }) => sales / inserts)),
    goal,
    note: `${middle("sales")}/s ÷ ${middle("inserts")}/s, same row and indexes; ${middle("cpuMicros")} µs of the gateways a sale`,
  };
}

const cpuSeconds = (workers: readonly ServerProcess[]) =>
  workers.reduce((sum, worker) => sum + worker.cpuSeconds(), 0);

/** pgbench on a table with the columns and indexes of the sandbox's, inserting rows of the same size; undefined without it. */
async function preparePgbench({
  url,
  programs,
}: KillablePostgres): Promise<((seconds: number) => number) | undefined> {
  const program = [join(programs, "pgbench"), "pgbench"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (program === undefined) return undefined;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table bench_rows (like transactions including all)");
  await client.query("create sequence bench_numbers");
  await client.end();
  const script = join(newDataDir(), "insert.sql");
  writeFileSync(script, insert);
  return (seconds) => {
    const args = [
      "-n",
      "-M",
      "prepared",
      "-c",
      String(WORKERS),
      "-j",
      "2",
      "-T",
      String(seconds),
      "-f",
      script,
      url,
    ];
    const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench failed: ${stderr}`);
    return Number(tps);
  };
}

const insert = `
  insert into bench_rows (key, source_id, created_at, command, tender, trantype_code, status_code, result_code, authcode,
    amount, batch_id, ordinal, connected, duplicate_of_kind, sealed, fingerprint, details)
  select lpad(n::text, 15, '0'), 1, 1760000000000, 'sale', 'card', 'S', 'P', 'A', '123456', 4250, 1, n, 0,
    rpad(md5(n::text), 43, 'x'), repeat('s', 92), repeat('f', 43), repeat('d', 700)
  from nextval('bench_numbers') as n;
`;
