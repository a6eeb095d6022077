import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { stringify } from "csv-stringify";
import { watchMemory } from "#e2e/measurements/watch-memory.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { median } from "#e2e/support/statistics.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { daysFrom } from "#lib/business-day.ts";
import { paths } from "#lib/paths.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { dayIn } from "#lib/time.ts";
import { ensureBuild } from "#server/start/build.ts";
import { Children } from "#server/start/processes/children.ts";
import { type Bench, cpuSince, inRounds, type Measured, type Measurement } from "../measurement.ts";
import { cpuSecondsOf } from "../server-process.ts";
import { benchClock } from "./bench-console.ts";
import { fillBooks } from "./fill-books.ts";

/** Files of a million payments over HTTP, and a workbook of a tenth, from a console that has done nothing else. */
export const exportMeasurements: Measurement[] = [{ name: "exports", measure: measureExports }];

const workbookDays = 110;

async function measureExports(bench: Bench): Promise<Measured[]> {
  await ensureBuild(new Children());
  const rows = bench.quick ? 100_000 : 1_000_000;
  const place = await openTestStore("sqlite", "bench-exports");
  await fillBooks({ dataDir: place.dataDir, databaseUrl: undefined }, rows, benchClock);
  try {
    const csv = await inConsole(place, (take) => measureCsv(take, bench, rows));
    const xlsx = await inConsole(place, measureWorkbook);
    const beside = await inConsole(place, (take, open) => measureBeside(take, open, bench));
    return [...csv, ...xlsx, ...beside];
  } finally {
    await place.close();
  }
}

type Taken = { rows: number; firstByteMs: number; ms: number; cpuMs: number; grownBytes: number };
type Take = (query: Record<string, string>) => Promise<Taken>;
/** Opens the charge page as a clerk; returns how long it took, in ms. */
type OpenCharge = () => Promise<number>;

/** A console of its own: what one export leaves in memory is not counted for the next. */
async function inConsole(
  place: Awaited<ReturnType<typeof openTestStore>>,
  run: (take: Take, openCharge: OpenCharge) => Promise<Measured[]>,
): Promise<Measured[]> {
  const settings = { SANDBOX_LOG: "off", GATEWAY_TIME_ZONE: benchClock.timeZone };
  const running = await RunningConsole.start({ place, settings });
  try {
    const cookieOf = async (role: BuiltInRole) =>
      (await signInWithoutBrowser(running.origin, `${role}@demo.test`, testPassword)).cookie;
    const bookkeeper = await cookieOf("bookkeeper");
    const clerk = await cookieOf("clerk");
    return await run(
      (query) => takeExport(running, bookkeeper, query),
      async () => (await readFile(running.origin + paths.charge(), clerk)).ms,
    );
  } finally {
    await running.stop();
  }
}

async function takeExport(
  running: RunningConsole,
  cookie: string,
  query: Record<string, string>,
): Promise<Taken> {
  const asked = new URLSearchParams(query).toString();
  const address = running.origin + paths.api.exportFile(asked);
  const memory = watchMemory(running.consolePid());
  // As the dialog shows it before a file can be asked for.
  await readFile(running.origin + paths.api.exportPreview(asked), cookie);
  const cpuSeconds = cpuSecondsOf(running.consolePid());
  try {
    const read = await readFile(address, cookie);
    const cpuMs = (cpuSecondsOf(running.consolePid()) - cpuSeconds) * 1000;
    return { ...read, cpuMs, grownBytes: memory.grownBytes() };
  } finally {
    memory.stop();
  }
}

async function readFile(
  address: string,
  cookie: string,
): Promise<Pick<Taken, "rows" | "firstByteMs" | "ms">> {
  const startedAt = performance.now();
  // Without an agent, which would go on with a connection that the server has closed meanwhile.
  const [answer] = (await once(get(address, { agent: false, headers: { cookie } }), "response")) as [
    IncomingMessage, // as http documents it
  ];
  if (answer.statusCode !== 200) throw new Error(`The export was refused with ${answer.statusCode}.`);
  let firstByteMs = 0;
  let rows = -1; // the line of names
  for await (const chunk of answer) {
    firstByteMs ||= performance.now() - startedAt;
    // A loop over the bytes would keep the console waiting.
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows++;
  }
  return { rows, firstByteMs, ms: performance.now() - startedAt };
}

const newline = 10;

async function measureCsv(take: Take, bench: Bench, rows: number): Promise<Measured[]> {
  const rounds = await inRounds(bench.quick ? 1 : Math.min(3, bench.rounds), async () => ({
    plain: await timeStringify(rows),
    taken: await take({ format: "csv", q: "" }),
  }));
  const [first] = rounds;
  const wrong = rounds.find(({ taken }) => taken.rows !== rows);
  if (!first || wrong) throw new Error(`The export had ${wrong?.taken.rows} rows instead of ${rows}.`);
  const count = rows.toLocaleString("en-US");
  const byCpu = median(rounds.map(({ plain, taken }) => plain.cpuMs / taken.cpuMs));
  const seconds = median(rounds.map(({ taken }) => taken.ms / 1000)).toFixed(1);
  return [
    {
      what: `${count} rows as CSV over HTTP ÷ csv-stringify from memory, rows/s`,
      value: median(rounds.map(({ plain, taken }) => plain.ms / taken.ms)),
      goal: { atLeast: 1 },
      note: `${seconds} s, SQLite; by processor time ${byCpu.toFixed(2)}`,
    },
    {
      what: "first byte of that file, ms",
      value: median(rounds.map(({ taken }) => taken.firstByteMs)),
      goal: { atMost: 50 },
      note: "from the request, after the preview of its dialog",
    },
    {
      what: "memory the console grows by meanwhile, MB",
      value: first.taken.grownBytes / 1e6,
      goal: { atMost: 32 },
      note: `the first file; later ones: ${rounds
        .slice(1)
        .map(({ taken }) => (taken.grownBytes / 1e6).toFixed(0))
        .join(", ")}`,
    },
  ];
}

async function measureWorkbook(take: Take): Promise<Measured[]> {
  const until = dayIn(benchClock.timeZone, Date.now());
  const { grownBytes, ms } = await take({ format: "xlsx", from: daysFrom(until, -workbookDays), until });
  return [
    {
      what: "memory the console grows by for a workbook of a tenth, MB",
      value: grownBytes / 1e6,
      goal: { atMost: 64 },
      note: `${(ms / 1000).toFixed(1)} s, its first file`,
    },
  ];
}

async function measureBeside(take: Take, openCharge: OpenCharge, bench: Bench): Promise<Measured[]> {
  const open = () => inRounds(20, openCharge);
  await open();
  const rounds = await inRounds(Math.max(3, bench.rounds), async () => {
    const alone = median(await open());
    let isDone = false;
    const exporting = (async () => {
      while (!isDone) await take({ format: "csv", q: "" });
    })();
    await delay(100);
    const beside = median(await open());
    isDone = true;
    await exporting;
    return { alone, beside };
  });
  const each = rounds.map(({ alone, beside }) => `${beside.toFixed(0)} ÷ ${alone.toFixed(0)}`);
  return [
    {
      what: "the charge page beside one export after another ÷ alone",
      value: median(rounds.map(({ alone, beside }) => beside / alone)),
      goal: { atMost: 4 },
      note: `medians of 20, ms: ${each.join(", ")}`,
    },
  ];
}

/** As many rows of as many cells from memory, through its stream. */
async function timeStringify(rows: number): Promise<{ ms: number; cpuMs: number }> {
  const cells = [
    ...["2026-11-20T12:00:00-06:00", "INV-38715", "Ann Lindgren", "Sale", "Visa ending 1111", "Settled"],
    ...["42.50", "42.50", "USD", "Mira Castellanos", "2184", "3108419034"],
  ];
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const writer = stringify();
  const read = (async () => {
    for await (const chunk of writer) if (chunk.length === 0) throw new Error("an empty chunk");
  })();
  for (let row = 0; row < rows; row++)
    if (!writer.write(cells)) await new Promise((resolve) => writer.once("drain", resolve));
  writer.end();
  await read;
  return { ms: performance.now() - startedAt, cpuMs: cpuSince(cpu) };
}
