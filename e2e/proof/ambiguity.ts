import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import type { AttemptProblem } from "#lib/attempt.ts";
import { toDecimal } from "#lib/money.ts";
import type { Database } from "#server/db/database.ts";
import type { StoreSettings } from "#server/db/db.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { Plan } from "#server/payments/plan.ts";
import { type RunningSandbox, startSandbox } from "../support/sandbox.ts";
import { median, quantile } from "../support/statistics.ts";
import { waitAtMost } from "../support/until.ts";
import { startPayments } from "./processes/payments-process.ts";
import { inTurns } from "./proof.ts";
import { type LossyProxy, startLossyProxy } from "./proxies/lossy-proxy.ts";

export type AmbiguityReport = {
  charges: number;
  /** Of those whose money moved, settled before anything closed. */
  foundShare: number;
  /** Of all, settled without a person in the end. */
  resolvedShare: number;
  /** Seconds after the gateway was back, of those whose money moved. */
  medianSeconds: number;
  p99Seconds: number;
  /** List pages asked for until all that moved were found, for each unknown. */
  listingsPerUnknown: number;
  /** Called moved or not moved against what the gateway did. */
  wrong: number;
  /** Charged more than once. */
  doubled: number;
};

/**
 * Loses the answers of so many charges through the real journal and the real sandbox: after the gateway carried them out,
 * some declined, some never received, five of one amount on one card and five more that the gateway takes for duplicates,
 * the batch closing in between, and all reads out until everything is lost; a console dies on the way.
 */
export async function proveAmbiguity({
  charges,
  extension,
  log,
  store,
}: {
  charges: number;
  /** Whether the gateway answers `GET /transactions`. */
  extension: boolean;
  log: (line: string) => void;
  /** A separate console store; SQLite by default. */
  store?: StoreSettings;
}): Promise<AmbiguityReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "prove-ambiguity-"));
  const settings = store ?? { dataDir, databaseUrl: undefined };
  const sandbox = await startSandbox();
  const proxy = await startLossyProxy(sandbox.url);
  const records = openStore(settings);
  try {
    proxy.lists = extension;
    await migrateToLatest(records);
    return await prove({ charges, sandbox, proxy, settings, records, log });
  } finally {
    await proxy.stop();
    await sandbox.stop();
    await records.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Setup = {
  charges: number;
  sandbox: RunningSandbox;
  proxy: LossyProxy;
  settings: StoreSettings;
  records: Kysely<Database>;
  log: (line: string) => void;
};

async function prove({ charges, sandbox, proxy, settings, records, log }: Setup): Promise<AmbiguityReport> {
  const gateway = { ...sandbox, url: proxy.url };
  const first = await startPayments(gateway, settings);
  for (let count = 0; count < 3; count += 1) await first.run(planOf(-1 - count));
  proxy.isUp = false;
  proxy.onMoney = (body) => (/"description":"never received"/.test(body) ? "request-lost" : "answer-lost");
  const plans = Array.from({ length: charges }, (_, index) => planOf(index));
  // Twenty at a time, as many clerks would.
  await inTurns(plans.slice(0, charges / 2), 20, (plan) => first.run(plan));
  await sandbox.control("POST", "/batches/current/close");
  await inTurns(plans.slice(charges / 2), 20, (plan) => first.run(plan));
  await first.kill9();
  const second = await startPayments(gateway, settings);
  const charged = await chargedReferences(sandbox);
  log(`${charges} answers lost, ${charged.size - 3} of them charged; the console died and is up again`);
  proxy.listings = 0;
  proxy.isUp = true;
  proxy.onMoney = () => "answered";
  const backAt = Date.now();
  const unsettled = () => countUnknown(records, [...charged.keys()]);
  // The report counts what was not settled in time.
  await waitAtMost(async () => (await unsettled()) === 0, 60_000);
  const found = charged.size - 3 - (await unsettled());
  const listingsPerUnknown = proxy.listings / charges;
  await sandbox.control("POST", "/batches/current/close");
  await waitAtMost(async () => (await countUnknown(records)) === 0, 120_000);
  await second.stop();
  const report = await weigh(records, charged, backAt);
  return { charges, foundShare: found / (charged.size - 3), listingsPerUnknown, ...report };
}

/** The n-th charge: five of one amount that are meant, five that are taken for duplicates, some declined, some lost. */
function planOf(index: number): Plan {
  const kind =
    index < 0
      ? "plain"
      : (kinds[index] ?? (index % 50 === 17 ? "declined" : index % 50 === 23 ? "lost" : "plain"));
  const cents = kind === "meant" ? 4250 : kind === "duplicate" ? 1725 : 10_000 + index;
  return {
    attemptId: `prove-ambiguity-${String(index).padStart(6, "0")}`,
    command: "sale",
    tender: "card",
    paymentMethod: "Visa ending 2224",
    amountCents: cents,
    body: {
      amount: toDecimal(cents),
      creditcard: {
        number: kind === "declined" ? "4000300011112220" : "4000100011112224",
        expiration: "1249",
      },
      ...(kind === "meant" && { ignore_duplicate: true }),
      ...(kind === "lost" && { description: "never received" }),
    },
  };
}

const kinds = [
  "meant",
  "meant",
  "meant",
  "meant",
  "meant",
  "duplicate",
  "duplicate",
  "duplicate",
  "duplicate",
  "duplicate",
  "declined",
  "lost",
] as const;

/** What the gateway itself says: how often each reference was charged. */
async function chargedReferences(sandbox: RunningSandbox): Promise<Map<string, number>> {
  const charged = new Map<string, number>();
  for (let offset = 0; ; offset += 1000) {
    const { body } = await sandbox.request("GET", `/transactions?limit=1000&offset=${offset}`);
    for (const { result_code, comments } of body.data)
      if (result_code === "A") {
        const reference = String(comments).slice(-10, -1);
        charged.set(reference, (charged.get(reference) ?? 0) + 1);
      }
    if (body.data.length < 1000) return charged;
  }
}

async function countUnknown(records: Kysely<Database>, references?: string[]): Promise<number> {
  const rows = await records
    .selectFrom("attempts")
    .select("reference")
    .where("state", "in", ["prepared", "sent", "unknown"])
    .execute();
  return rows.filter(({ reference }) => !references || references.includes(reference)).length;
}

async function weigh(records: Kysely<Database>, charged: ReadonlyMap<string, number>, backAt: number) {
  const rows = (await records.selectFrom("attempts").selectAll().execute()).filter(
    ({ state }) => state !== "answered",
  );
  const settled = rows.filter(({ state }) => state === "resolved");
  const movedIn = (problem: string | null) => (JSON.parse(problem ?? "{}") as AttemptProblem).moved; // as the console wrote it
  const seconds = settled
    .filter(({ reference }) => charged.has(reference))
    .map(({ outcome_at }) => ((outcome_at ?? Number.NaN) - backAt) / 1000);
  return {
    resolvedShare: settled.length / rows.length,
    medianSeconds: median(seconds),
    p99Seconds: quantile(seconds, 0.99),
    wrong: settled.filter(({ reference, problem }) => movedIn(problem) !== charged.has(reference)).length,
    doubled: [...charged.values()].filter((times) => times > 1).length,
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { charges: { type: "string", default: "500" } } });
  for (const extension of [true, false]) {
    console.info(extension ? "GET /transactions answers" : "GET /transactions is not there");
    console.info(await proveAmbiguity({ charges: Number(values.charges), extension, log: console.info }));
  }
}
