import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { drawFrom, type Figure, inTurns, type ProofOptions, type ProofReport } from "#e2e/proof/proof.ts";
import { listActions } from "#e2e/support/entry-points.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { startSandbox } from "#e2e/support/sandbox.ts";
import { median, quantile } from "#e2e/support/statistics.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { hashPassword } from "#server/auth/sign-in/password.ts";
import { openStore } from "#server/db/db.ts";
import { createDatabase } from "#server/sql/test-database.ts";
import { type Act, visit } from "./visitor.ts";

/** `few` people alone at first, then all of them. */
const sizes = {
  small: { people: 20, few: 4, fewForMs: 10_000, forMs: 15_000, pauseMs: 1500 },
  full: { people: 200, few: 10, fewForMs: 180_000, forMs: 600_000, pauseMs: 10_000 },
};
/** More than this of growth from the second to the last fifth is a leak. */
const maxGrowth = 1.25;
/** A console that has just started still grows. */
const leakShowsAfterMs = 60_000;

/** Signed-in people at two consoles on one PostgreSQL: no error, no leak, and hardly slower than a few of them. */
export async function proveLoad({ size, seed, postgresUrl }: ProofOptions): Promise<ProofReport> {
  if (!postgresUrl) return { figures: [], broken: [], notRun: "there is no PostgreSQL here" };
  const counts = sizes[size];
  const sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "60000/min,5000000/day" } });
  const database = await createDatabase(postgresUrl, "proof");
  const places = [
    await openTestStore("sqlite", `prove-load-a-${process.pid}`),
    await openTestStore("sqlite", `prove-load-b-${process.pid}`),
  ];
  const running: RunningConsole[] = [];
  try {
    for (const place of places) {
      const settings = {
        DATABASE_URL: database.url,
        GATEWAY_URL: sandbox.url,
        GATEWAY_API_KEY: sandbox.key,
        GATEWAY_API_PIN: sandbox.pin,
        CONSOLE_SANDBOX: "1",
      };
      running.push(await RunningConsole.start({ place, settings }));
    }
    return await measure(running, database.url, { ...counts, draw: drawFrom(seed) });
  } finally {
    for (const one of running) await one.stop();
    for (const place of places) await place.close();
    await database.drop();
    await sandbox.stop();
  }
}

type Counts = (typeof sizes)["small"] & { draw: () => number };
type Pace = Pick<Parameters<typeof visit>[0], "draw" | "pauseMs">;
type SignedIn = { origin: string; headers: Record<string, string> };

async function measure(
  running: readonly RunningConsole[],
  databaseUrl: string,
  { people, few, fewForMs, forMs, pauseMs, draw }: Counts,
): Promise<ProofReport> {
  const pace = { draw, pauseMs };
  const signedIn = await signInAll(running, databaseUrl, people);
  // The first pages after a start are slower.
  await visitAll(signedIn.slice(0, few), pace, 5000);
  const alone = await visitAll(signedIn.slice(0, few), pace, fewForMs);
  const memory = watchMemory(running);
  const together = await visitAll(signedIn, pace, forMs);
  const growth = memory.end();
  const problems = [...alone, ...together].flatMap(({ problem }) => problem ?? []);
  const figure = (what: string, value: string | number, expected = ""): Figure => ({ what, value, expected });
  const slower = (kind: Act["kind"], share: number) =>
    `${timeOf(alone, kind, share)} → ${timeOf(together, kind, share)} ms, ${(timeOf(together, kind, share) / timeOf(alone, kind, share)).toFixed(2)} ×`;
  return {
    figures: [
      figure("people at two consoles", people),
      figure(
        "acts: pages, reads, charges",
        (["page", "read", "charge"] as const)
          .map((kind) => together.filter((act) => act.kind === kind).length)
          .join(", "),
      ),
      ...(["page", "charge"] as const).flatMap((kind) => [
        figure(`a ${kind}, median, with ${few} people and with ${people}`, slower(kind, 0.5)),
        figure(`a ${kind}, p99, with ${few} people and with ${people}`, slower(kind, 0.99)),
      ]),
      figure("errors", problems.length, "0"),
      figure(
        "memory of the consoles, last fifth ÷ second fifth",
        growth.map((value) => value.toFixed(2)).join(", "),
        `at most ${maxGrowth}`,
      ),
    ],
    broken: [
      ...problems,
      ...growth.flatMap((value, place) =>
        value > maxGrowth && forMs > leakShowsAfterMs
          ? [`console ${place + 1} grew ${value.toFixed(2)} times`]
          : [],
      ),
    ],
  };
}

/** As many users as asked for, half of them at each console. */
async function signInAll(
  running: readonly RunningConsole[],
  databaseUrl: string,
  people: number,
): Promise<SignedIn[]> {
  const store = openStore({ dataDir: "", databaseUrl });
  const names = Array.from({ length: people }, (_, place) => `clerk-${place + 1}`);
  const password_hash = await hashPassword(testPassword);
  await store
    .insertInto("users")
    .values(
      names.map((name) => ({
        ...{ id: name, email: `${name}@load.test`, name, role: "clerk" },
        ...{ password_hash, disabled: 0 as const, created_at: Date.now() },
      })),
    )
    .execute();
  await store.destroy();
  const places = names.map((name, place) => ({
    name,
    origin: running[place % running.length]?.origin ?? "",
  }));
  return inTurns(places, 4, async ({ name, origin }) => ({
    origin,
    headers: await signInWithoutBrowser(origin, `${name}@load.test`, testPassword),
  }));
}

async function visitAll(people: readonly SignedIn[], pace: Pace, forMs: number): Promise<Act[]> {
  const charge = listActions().find(({ name }) => name === "charge");
  if (!charge) throw new Error("The build has no action that charges.");
  const acts: Act[] = [];
  const leaving = new AbortController();
  const visits = people.map((person) =>
    visit({ ...person, charge, ...pace }, leaving.signal, (act) => acts.push(act)),
  );
  await delay(forMs);
  leaving.abort();
  await Promise.all(visits);
  return acts;
}

/** In whole ms. */
function timeOf(acts: readonly Act[], kind: Act["kind"], share: number): number {
  const times = acts.filter((act) => act.kind === kind).map(({ ms }) => ms);
  return Math.round(quantile(times, share));
}

/** Reads what the processes hold of the machine's memory until `end`, which returns how each grew. */
function watchMemory(running: readonly RunningConsole[]): { end(): number[] } {
  const pids = running.map((one) => one.consolePid());
  const readings = pids.map((): number[] => []);
  const timer = setInterval(() => {
    for (const [place, pid] of pids.entries()) {
      const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      readings[place]?.push(Number(kB));
    }
  }, 1000);
  return {
    end() {
      clearInterval(timer);
      return readings.map((one) => {
        const fifth = Math.floor(one.length / 5);
        return median(one.slice(-fifth)) / median(one.slice(fifth, 2 * fifth));
      });
    },
  };
}
