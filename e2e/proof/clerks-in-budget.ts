import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { authorization } from "#lib/gateway/signature.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { startSandbox } from "../support/sandbox.ts";
import { createPlace, type Place } from "./processes/console-place.ts";
import { CountingProxy } from "./proxies/counting-proxy.ts";

export type ClerksInBudget = {
  minutes: number;
  clerks: number;
  /** More than one need PostgreSQL: TEST_POSTGRES_URL. */
  processes: number;
  /** How the gateway counts its minute. */
  window: "fixed" | "sliding";
  /** Requests a minute that another program sends with the same key. */
  strangers?: number;
  /** Requests of this minute that another program has sent before the first workstation opens. */
  spentBefore?: number;
  log(line: string): void;
};

export type RateLimitMeasurements = {
  charges: number;
  /** Requests that the gateway's counter saw, by what it answered. */
  taken: number;
  limited: number;
  /** When those were, in s since the first request. */
  limitedAtS: number[];
  /** Of the slots that the limit gave in the time. */
  slotUse: number;
  /** The longest wait, as a share of what its place allows: k/45 minutes. */
  worstWait: number;
  requestsPerCharge: number;
  lost: number;
  doubled: number;
};

/** Clerks who charge without a pause, in headless console processes with the real client and limiter, against the real sandbox. */
export async function proveClerksInBudget(options: ClerksInBudget): Promise<RateLimitMeasurements> {
  const { minutes, processes, window, log } = options;
  const sandbox = await startSandbox({
    settings: { SANDBOX_RATE_LIMIT: window === "fixed" ? "45/min,5000/day" : "off" },
  });
  const place = await createPlace(processes > 1);
  const proxy = new CountingProxy(sandbox.url, window === "sliding" ? 45 : undefined);
  try {
    const url = await proxy.start();
    const store = openStore(place.settings);
    await migrateToLatest(store);
    await store.destroy();
    for (let count = 0; count < (options.spentBefore ?? 0); count += 1) await askAsStranger(sandbox, url);
    const signals = new AbortController();
    const strangers = options.strangers
      ? beStranger(sandbox, url, options.strangers, signals.signal)
      : undefined;
    const endsAt = Date.now() + minutes * 60_000;
    const charges = await runProcesses({ ...options, endsAt }, place, {
      url,
      key: sandbox.key,
      pin: sandbox.pin,
    });
    signals.abort();
    await strangers;
    const listed = await listOrders(sandbox);
    const figures = toFigures(endsAt, charges, proxy, listed);
    log(
      `${options.clerks} clerks, ${processes} process${processes > 1 ? "es" : ""}, ${window} window, ${minutes} min: ${JSON.stringify(figures)}`,
    );
    return figures;
  } finally {
    await proxy.stop();
    await sandbox.stop();
    await place.remove();
  }
}

/** The broken promises, as sentences; empty when all held. */
export function findBroken(
  figures: RateLimitMeasurements,
  { strangers, minutes }: Pick<ClerksInBudget, "strangers" | "minutes">,
): string[] {
  // With a stranger the gateway can always be full before our next request is there.
  const isAlone = !strangers;
  // Less than a minute shows no window's end, and a wait in it is short beside a busy machine's own.
  const isWhole = isAlone && minutes >= 2;
  return [
    figures.lost > 0 && `${figures.lost} charges were lost`,
    figures.doubled > 0 && `${figures.doubled} charges were made twice`,
    figures.requestsPerCharge !== 1 && `a charge cost ${figures.requestsPerCharge} requests`,
    isAlone && figures.limited > 0 && `${figures.limited} answers were 429`,
    isWhole && figures.slotUse < 0.98 && `only ${figures.slotUse.toFixed(4)} of the slots were used`,
    isWhole && figures.worstWait > 1.25 && `somebody waited ${figures.worstWait.toFixed(3)} × k/45 minutes`,
  ].filter((sentence) => typeof sentence === "string");
}

/** `place` is 0 for one that went at once or never. */
export type Charge = { id: string; state: string; place: number; waitedMs: number };

async function runProcesses(
  { clerks, processes, endsAt }: ClerksInBudget & { endsAt: number },
  place: Place,
  gateway: { url: string; key: string; pin: string },
): Promise<Charge[]> {
  const running = Array.from({ length: processes }, (_, index) => {
    const share = Math.floor((clerks * (index + 1)) / processes) - Math.floor((clerks * index) / processes);
    return runProcess({ ...place.environment, ...gatewayEnvironment(gateway) }, `${index}`, share, endsAt);
  });
  return (await Promise.all(running)).flat();
}

const gatewayEnvironment = ({ url, key, pin }: { url: string; key: string; pin: string }) => ({
  GATEWAY_URL: url,
  GATEWAY_API_KEY: key,
  GATEWAY_API_PIN: pin,
  AUTH_SECRET: "a-secret-of-the-proof-that-is-long-enough",
  CONSOLE_DATA_KEY: "data-key-of-the-proof-".repeat(2),
});

async function runProcess(
  environment: Record<string, string>,
  name: string,
  clerks: number,
  endsAt: number,
): Promise<Charge[]> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      fileURLToPath(new URL("./processes/charging-process.ts", import.meta.url)),
      name,
      String(clerks),
      String(endsAt),
    ],
    { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const charges: Charge[] = [];
  if (!child.stdout) throw new Error("the process has no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    // The log has other lines too.
    if (line.startsWith("CHARGE ")) charges.push(JSON.parse(line.slice("CHARGE ".length)));
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`process ${name} ended with ${code}`);
  return charges;
}

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Another program with the same key: it reads at an even rate and ignores 429. */
async function beStranger(
  sandbox: Sandbox,
  url: string,
  perMinute: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await askAsStranger(sandbox, url);
    await delay(60_000 / perMinute, undefined, { signal }).catch(() => undefined);
  }
}

async function askAsStranger({ key, pin }: Sandbox, url: string): Promise<void> {
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  const headers = {
    "x-stranger": "1",
    authorization: authorization(key, pin, "a-seed-of-its-own", sha256Hex),
  };
  await fetch(`${url}/batches`, { headers }).then((answer) => answer.text());
}

/** How often each of our references occurs in the gateway's own list. */
async function listOrders(sandbox: Sandbox): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let offset = 0; ; offset += 1000) {
    const { body, status } = await sandbox.request("GET", `/transactions?limit=1000&offset=${offset}`);
    if (status !== 200) {
      // The proof itself asks beside the proxy: its own minute may be full.
      await delay(2000);
      offset -= 1000;
      continue;
    }
    for (const { orderid } of body.data) counts.set(orderid, (counts.get(orderid) ?? 0) + 1);
    if (body.data.length < 1000) return counts;
  }
}

function toFigures(
  endsAt: number,
  charges: readonly Charge[],
  proxy: CountingProxy,
  listed: ReadonlyMap<string, number>,
): RateLimitMeasurements {
  const finished = charges.filter(({ state }) => state === "answered");
  const waits = charges.filter(({ place }) => place > 0);
  return {
    charges: finished.length,
    taken: proxy.taken,
    limited: proxy.limited,
    limitedAtS: proxy.limitedAtS,
    slotUse: proxy.taken / (45 * ((endsAt - proxy.firstAt) / 60_000)),
    worstWait: Math.max(0, ...waits.map(({ place, waitedMs }) => waitedMs / ((place * 60_000) / 45))),
    requestsPerCharge: proxy.taken / Math.max(1, finished.length),
    lost:
      finished.filter(({ id }) => !listed.has(id)).length +
      charges.filter(({ state }) => state === "unknown").length,
    doubled: [...listed.values()].filter((count) => count > 1).length,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      clerks: { type: "string", default: "45" },
      only: { type: "string" },
    },
  });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const clerks = Number(values.clerks);
  const minutes = Number(values.minutes);
  const sizes = process.env.TEST_POSTGRES_URL ? [1, 3] : [1];
  const all = sizes.flatMap((processes) =>
    (["fixed", "sliding"] as const).flatMap((window) => [
      { processes, window },
      { processes, window, strangers: 20 },
    ]),
  );
  const chosen = values.only ? all.filter((_, place) => place === Number(values.only)) : all;
  const broken = await Promise.all(
    chosen.map(async (size) =>
      findBroken(await proveClerksInBudget({ minutes, clerks, ...size, log: say }), { minutes, ...size }),
    ),
  );
  for (const sentence of broken.flat()) say(`broken: ${sentence}`);
  process.exitCode = broken.flat().length > 0 ? 1 : 0;
}
