import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectRoot } from "#server/start/project-root.ts";
import { type AmbiguityReport, proveAmbiguity } from "./ambiguity.ts";
import { type ClerksInBudget, findBroken, proveClerksInBudget } from "./clerks-in-budget.ts";
import type { Figure, ProofOptions, ProofReport } from "./proof.ts";

/** Adapts proofs with a different interface to parts. */

/** Lost answers by the hundred, at a gateway with and without a list of its transactions. */
export async function proveAmbiguities({ size }: ProofOptions): Promise<ProofReport> {
  const charges = size === "full" ? 500 : 24;
  const figures: Figure[] = [];
  const broken: string[] = [];
  for (const extension of [true, false]) {
    const report = await proveAmbiguity({ charges, extension, log: () => {} });
    const where = extension ? "with GET /transactions" : "without it";
    figures.push(...ambiguityFigures(report, where));
    broken.push(...ambiguityBroken(report).map((words) => `${where}: ${words}`));
  }
  return { figures, broken };
}

const share = (value: number) => `${(100 * value).toFixed(2)} %`;

function ambiguityFigures(report: AmbiguityReport, where: string): Figure[] {
  const { foundShare, resolvedShare, medianSeconds, p99Seconds, listingsPerUnknown, wrong, doubled } = report;
  return [
    {
      what: `${where}: of the charged, found before a batch closed`,
      value: share(foundShare),
      expected: "99.9 %",
    },
    { what: `${where}: of all, settled without a person`, value: share(resolvedShare), expected: "99.9 %" },
    {
      what: `${where}: seconds after the gateway was back, median, p99`,
      value: `${medianSeconds.toFixed(1)}, ${p99Seconds.toFixed(1)}`,
      expected: "at most 5, 60",
    },
    {
      what: `${where}: listing requests for each unknown`,
      value: listingsPerUnknown.toFixed(3),
      expected: "at most 0.1",
    },
    {
      what: `${where}: called what they were not, charged twice`,
      value: `${wrong}, ${doubled}`,
      expected: "0, 0",
    },
  ];
}

function ambiguityBroken(report: AmbiguityReport): string[] {
  // A few lost answers share as few pages as many: a page of batches and one of each of the two.
  const maxListings = Math.max(0.1, 5 / report.charges);
  return [
    report.foundShare < 0.999 && `only ${share(report.foundShare)} were found`,
    report.resolvedShare < 0.999 && `only ${share(report.resolvedShare)} were settled`,
    !(report.medianSeconds <= 5) && `the median took ${report.medianSeconds} s`,
    !(report.p99Seconds <= 60) && `p99 took ${report.p99Seconds} s`,
    report.listingsPerUnknown > maxListings && `${report.listingsPerUnknown} listings for each unknown`,
    report.wrong > 0 && `${report.wrong} were called what they were not`,
    report.doubled > 0 && `${report.doubled} were charged twice`,
  ].filter((sentence) => typeof sentence === "string");
}

/** With this much of a rolling window used, the rest is limited for longer than ten seconds at any clock time. */
const limit = 45;
const spentBefore = 41;

/** 45 clerks who charge without a pause: alone, beside a stranger, and before a minute that is nearly spent. */
export async function proveClerks({ size, postgresUrl }: ProofOptions): Promise<ProofReport> {
  // Where it makes the store that several processes share.
  if (postgresUrl) process.env.TEST_POSTGRES_URL ??= postgresUrl;
  // The small size sees one end of a window.
  const minutes = size === "full" ? 10 : 1.25;
  const processes = postgresUrl ? [1, 3] : [1];
  const brief = processes.map((count) => ({
    processes: count,
    window: "sliding" as const,
    spentBefore,
    minutes: 0.17,
  }));
  const long = processes.flatMap((count) =>
    (["fixed", "sliding"] as const).flatMap((window) => [
      { processes: count, window, minutes },
      { processes: count, window, strangers: 20, minutes },
    ]),
  );
  // The brief ones first: ten seconds are too few to share them with many other processes.
  const reports = await Promise.all(brief.map(proveClerksOnce));
  reports.push(...(await Promise.all(long.map(proveClerksOnce))));
  return {
    figures: reports.flatMap(({ figures }) => figures),
    broken: reports.flatMap(({ broken }) => broken),
  };
}

async function proveClerksOnce(setting: Omit<ClerksInBudget, "clerks" | "log">): Promise<ProofReport> {
  const { processes, window, strangers } = setting;
  const beside = strangers
    ? `, a stranger's ${strangers} a minute`
    : setting.spentBefore
      ? `, ${setting.spentBefore} spent before`
      : "";
  const what = `${processes} process${processes > 1 ? "es" : ""}, ${window} window${beside}`;
  const seen = await proveClerksInBudget({ ...setting, clerks: 45, log: () => {} });
  const { charges, limited, slotUse, worstWait } = seen;
  return {
    figures: [
      {
        what: `${what}: charges, 429, slots used, worst wait`,
        value: `${charges}, ${limited}, ${share(slotUse)}, ${worstWait.toFixed(2)}`,
        expected: strangers || setting.spentBefore ? "" : "0 × 429, 98 %, 1.25",
      },
    ],
    broken: [
      ...findBroken(seen, setting),
      ...(setting.spentBefore && seen.taken !== limit - setting.spentBefore
        ? [`${seen.taken} of the ${limit - setting.spentBefore} left were used`]
        : []),
    ].map((words) => `${what}: ${words}`),
  };
}

/** Random sequences of journal, resolver, events, crashes and closings against a gateway in memory. */
export async function proveModel({ size, seed }: ProofOptions): Promise<ProofReport> {
  const runs = size === "full" ? 1_000_000 : 20_000;
  return {
    figures: [{ what: `sequences run, from seed ${seed}`, value: runs, expected: "" }],
    broken: await runTests(["--project=unit", "server/payments/model"], {
      PROVE_RUNS: String(runs),
      PROVE_SEED: String(seed),
    }),
  };
}

/** The random unit tests with all their cases: `npm test` tries a fifth. */
export async function proveRandomTests({ size }: ProofOptions): Promise<ProofReport> {
  const files = size === "full" ? "lib/" : "lib/search/days";
  return { figures: [], broken: await runTests(["--project=unit", files], { RANDOM_RUNS: "all" }) };
}

/** Every integration test on both stores: in `npm test` most of them run on SQLite alone. */
export async function proveStores({ size, postgresUrl }: ProofOptions): Promise<ProofReport> {
  if (size === "small") return { figures: [], broken: [], notRun: "all of them take minutes" };
  if (!postgresUrl) return { figures: [], broken: [], notRun: "there is no PostgreSQL here" };
  const tests = ["--project=integration", "--project=integration-shared"];
  const env = { TEST_STORES: "all", TEST_POSTGRES_URL: postgresUrl };
  return { figures: [], broken: await runTests(tests, env) };
}

/** What Vitest prints where one of these tests fails. */
async function runTests(tests: string[], env: Record<string, string>): Promise<string[]> {
  const vitest = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...tests], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [vitest.stdout, vitest.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4000);
    });
  const [code] = await once(vitest, "close");
  return code === 0 ? [] : [output];
}
