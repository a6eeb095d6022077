import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import { momentIn } from "#lib/time.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore, type StoreSettings } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { useStore } from "#server/db/use-store.ts";
import { cachePage } from "#server/gateway-cache/cached-transactions.ts";
import { insertSampleAttempts, type SampleCommand } from "#server/payments/attempts/sample-attempts.ts";
import { servingFlags } from "#server/start/console.ts";
import { type KillablePostgres, startKillablePostgres } from "../durability/killable-postgres.ts";
import { newDataDir } from "../measured-sandbox.ts";
import { type Bench, type Measured, type Measurement, notMeasured } from "../measurement.ts";
import { benchClock, consoleEnvironment } from "./bench-console.ts";
import { hash } from "./fill-books.ts";
import type { Reconciled } from "./reconcile-reader.ts";

/** One batch of card sales of this console, one in a hundred voided elsewhere, compared by a process of its own. */
export const reconcileMeasurements: Measurement[] = [
  { name: "reconcile-sqlite", measure: (bench) => measure("SQLite", bench) },
  { name: "reconcile-postgres", measure: measurePostgres },
];

const goals = { seconds: { atMost: 3 }, memory: { atMost: 300 } } as const;

async function measurePostgres(bench: Bench): Promise<Measured[]> {
  const postgres = await startKillablePostgres();
  if (!postgres) return [notMeasured("reconciling, PostgreSQL", goals.seconds, "no PostgreSQL")];
  try {
    return await measure("PostgreSQL", bench, postgres);
  } finally {
    await postgres.stop();
  }
}

const run = promisify(execFile);
const reader = join(import.meta.dirname, "reconcile-reader.ts");

async function measure(store: string, { quick }: Bench, postgres?: KillablePostgres): Promise<Measured[]> {
  const databaseUrl = postgres?.url;
  const settings = { dataDir: newDataDir(), databaseUrl };
  const count = quick ? 10_000 : 100_000;
  await fillBatch(settings, count);
  const name = `${count.toLocaleString("en-US")} transactions, ${store}`;
  if (!postgres) return reconcile(name, settings);
  const before = await reconcile(`${name}, right after they were recorded`, settings);
  await postgres.analyze();
  return [...before, ...(await reconcile(name, settings))];
}

async function reconcile(name: string, { dataDir, databaseUrl }: StoreSettings): Promise<Measured[]> {
  const { stdout } = await run(process.execPath, [...servingFlags, reader], {
    env: { ...process.env, ...consoleEnvironment(dataDir, databaseUrl) },
  });
  const { ms, cpuMs, peakBytes, causes } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Reconciled; // what it prints
  return [
    {
      what: `reconciling ${name}, s`,
      value: ms / 1000,
      goal: goals.seconds,
      note: [
        `processor time ${(cpuMs / 1000).toFixed(1)} s`,
        ...causes.map(({ kind, count: found }) => `${kind} ${found}`),
      ].join(", "),
    },
    {
      what: `peak memory of reconciling ${name}, MiB`,
      value: peakBytes / 2 ** 20,
      goal: goals.memory,
      note: "the whole process, started as the console is",
    },
  ];
}

const batch = { key: "bench-batch", sequence: "2184" };

async function fillBatch(settings: StoreSettings, count: number): Promise<void> {
  Object.assign(process.env, consoleEnvironment(settings.dataDir, settings.databaseUrl));
  const store = openStore(settings);
  // biome-ignore lint/correctness/useHookAtTopLevel: no React here
  useStore(store);
  await migrateToLatest(store);
  // As right after many payments, before PostgreSQL counts what its tables hold.
  if (settings.databaseUrl)
    for (const table of ["attempts", "cached_transactions"])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(store);
  const opened = Date.now() - 43_200_000;
  const sales = Array.from({ length: count }, (_, place) =>
    saleOf(place, opened + place * (43_000_000 / count)),
  );
  await insertSampleAttempts(store, sales);
  const shown = sales.map(({ reply }, place) =>
    isVoidedElsewhere(place)
      ? { ...reply, trantype_code: "V", status_code: "V" }
      : { ...reply, status_code: "S" },
  );
  await cachePage(store, batch.key, count, shown.toReversed(), Date.now());
  await store
    .insertInto("cached_batches")
    .values({
      key: batch.key,
      batch: JSON.stringify(headerOf(sales, opened)),
      closed: 1,
      read_at: Date.now(),
    })
    .execute();
  await closeStore(store);
}

const isVoidedElsewhere = (place: number) => place % 100 === 0;

function saleOf(place: number, at: number): SampleCommand {
  const cents = 500 + (hash(place, 30) % 25_000);
  const reply: TransactionDetail = {
    type: "transaction",
    key: `sale${place}`,
    refnum: String(3_000_000_000 + place),
    result_code: "A",
    trantype_code: "S",
    amount: toDecimal(cents),
    auth_amount: toDecimal(cents),
    authcode: String(place).padStart(6, "0"),
    created: momentIn(benchClock.timeZone, at),
    creditcard: { number: "4xxxxxxxxxxx2224", type: "V" },
    invoice: `INV-${place}`,
    batch,
  };
  return {
    ...{ at, user: { id: "u1", name: "Mira Castellanos" }, command: "sale", tender: "card" },
    ...{ payer: "Visa ending 2224", reference: `BENCH-${place}` },
    ...{ request: { command: "sale", amount: reply.amount }, amountCents: cents, reply, answerLost: false },
  };
}

function headerOf(sales: readonly SampleCommand[], opened: number) {
  const sumOf = (voided: boolean) => {
    const counted = sales.filter((_, place) => isVoidedElsewhere(place) === voided);
    const cents = counted.reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
    return { amount: toDecimal(cents), count: counted.length };
  };
  const [sold, voided] = [sumOf(false), sumOf(true)];
  return {
    ...{ ...batch, type: "batch", status: "closed" },
    opened: momentIn(benchClock.timeZone, opened),
    closed: momentIn(benchClock.timeZone, opened + 43_200_000),
    ...{
      sales_amount: sold.amount,
      sales_count: sold.count,
      voids_amount: voided.amount,
      voids_count: voided.count,
    },
  };
}
