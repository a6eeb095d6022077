import { execFile, execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { median, quantile } from "#e2e/support/statistics.ts";
import type { StoreSettings } from "#server/db/db.ts";
import { startKillablePostgres } from "../durability/killable-postgres.ts";
import { newDataDir } from "../measured-sandbox.ts";
import { type Bench, type Measured, type Measurement, notMeasured } from "../measurement.ts";
import { benchClock, consoleEnvironment } from "./bench-console.ts";
import { fillBooks } from "./fill-books.ts";
import type { SearchTimes, Timed } from "./search-reader.ts";

/** A million payments, searched as people do, by a process that has read nothing yet. */
export const searchMeasurements: Measurement[] = [
  { name: "search-sqlite", measure: measureSqlite },
  { name: "search-postgres", measure: measurePostgres },
];

const searches = 1000;
const measurements = 200;
/** One first page alone is as much the other work of the machine. */
const restarts = 5;
const most = {
  search: { atMost: 100 },
  first: { atMost: 20 },
  /** What takes longer is given up, and says so. */
  measurements: { atMost: 300 },
} as const;

async function measureSqlite(bench: Bench): Promise<Measured[]> {
  const settings = { dataDir: newDataDir(), databaseUrl: undefined };
  const rows = rowsOf(bench);
  await fillBooks(settings, rows, benchClock);
  const size = () =>
    readdirSync(settings.dataDir).reduce(
      (sum, name) => sum + (name.endsWith(".sqlite") ? statSync(join(settings.dataDir, name)).size : 0),
      0,
    );
  const forget = () => {
    for (const name of readdirSync(settings.dataDir))
      execFileSync("dd", [`if=${join(settings.dataDir, name)}`, "iflag=nocache", "count=0"], {
        stdio: "ignore",
      });
  };
  return measure("SQLite", { settings, rows, bytes: size(), forget });
}

async function measurePostgres(bench: Bench): Promise<Measured[]> {
  const postgres = await startKillablePostgres();
  if (!postgres) return [notMeasured("search, PostgreSQL", most.search, "no PostgreSQL")];
  try {
    const settings = { dataDir: newDataDir(), databaseUrl: postgres.url };
    const rows = rowsOf(bench);
    await fillBooks(settings, rows, benchClock);
    await postgres.analyze();
    const bytes = await bytesOfIndex(postgres.url);
    // A server that was just started has read nothing; the files may still be in the memory of the machine.
    return await measure("PostgreSQL", { settings, rows, bytes, forget: () => postgres.killAndRestart() });
  } finally {
    await postgres.stop();
  }
}

async function bytesOfIndex(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_total_relation_size('indexed_transactions') + pg_total_relation_size('transaction_terms') as bytes`,
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

const rowsOf = ({ quick }: Bench) => (quick ? 100_000 : 1_000_000);

type Filled = {
  settings: StoreSettings;
  rows: number;
  bytes: number;
  /** Makes the store read from the disk again. */
  forget(): void | Promise<void>;
};

async function measure(store: string, { settings, rows, bytes, forget }: Filled): Promise<Measured[]> {
  const warm = await read(settings, rows);
  const cold: number[] = [];
  for (let place = 0; place < restarts; place++) {
    await forget();
    cold.push((await read(settings, rows, 0, 0)).firstPageMs);
  }
  const count = rows.toLocaleString("en-US");
  return [
    {
      what: `a search among ${count}, p95 in ms, ${store}`,
      value: p95(warm.searches),
      goal: most.search,
      note: `${searches} of a mix; slowest: ${slowest(warm.searches)}`,
    },
    {
      what: `the counts beside its choices, p95 in ms, ${store}`,
      value: p95(warm.facets),
      goal: most.measurements,
      note: `${measurements} of the mix; slowest: ${slowest(warm.facets)}`,
    },
    {
      what: `its count and sums, p95 in ms, ${store}`,
      value: p95(warm.totals),
      goal: { atMost: 600 },
      note: `sums, then the count alone; slowest: ${slowest(warm.totals)}`,
    },
    {
      what: `the first page without a filter in ms, ${store}`,
      value: warm.nextPageMs,
      goal: most.first,
      note: `in a new process ${warm.firstPageMs.toFixed(0)} ms`,
    },
    {
      what: `the same from disk, ${store}`,
      value: median(cold),
      goal: most.first,
      note: `${store === "SQLite" ? "its files dropped from memory" : "after a restart of the server"}, median of ${restarts}`,
    },
    {
      what: `kilobytes a payment, ${store}`,
      value: bytes / rows / 1000,
      goal: { atMost: 2.5 },
      note: "rows, terms and all indexes",
    },
  ];
}

const run = promisify(execFile);

async function read(
  { dataDir, databaseUrl }: StoreSettings,
  rows: number,
  ofSearches = searches,
  ofMeasurements = measurements,
): Promise<SearchTimes> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, "search-reader.ts"), String(rows), String(ofSearches), String(ofMeasurements)],
    { env: { ...process.env, ...consoleEnvironment(dataDir, databaseUrl) }, maxBuffer: 100_000_000 },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as SearchTimes; // what the reader prints
}

const p95 = (times: readonly Timed[]): number =>
  quantile(
    times.map(({ ms }) => ms),
    0.95,
  );

function slowest(times: readonly Timed[]): string {
  const [worst] = times.toSorted((one, other) => other.ms - one.ms);
  return worst ? `${worst.text}, ${Math.round(worst.ms)} ms` : "none";
}
