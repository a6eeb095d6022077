import { mkdirSync, rmSync } from "node:fs";
import { outFolder } from "#e2e/support/out-folder.ts";
import { ensureBuild } from "#server/start/build.ts";
import { Children } from "#server/start/children.ts";
import { nextProgram } from "#server/start/console.ts";
import { ensureChromium } from "./chromium.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { node } from "./processes.ts";
import { Report } from "./report.ts";
import { readPlaywright, readVitest } from "./tally.ts";

/** Runs all steps, also after one has failed, and prints the sum. Resolves with the exit code. */
export async function runAll(): Promise<number> {
  rmSync(outFolder(), { recursive: true, force: true });
  mkdirSync(outFolder(), { recursive: true });
  const report = new Report();
  await report.step("types", checkTypes);
  await report.step("lint", () => node("node_modules/@biomejs/biome/bin/biome", ["ci", "."]));
  const postgres = await findPostgres(report);
  try {
    await runTests(report, postgres);
  } finally {
    await postgres?.stop();
  }
  return report.close();
}

async function checkTypes(): Promise<boolean> {
  // A fresh clone has no types of its routes yet.
  return (
    (await node(nextProgram, ["typegen"])) && (await node("node_modules/typescript/bin/tsc", ["--noEmit"]))
  );
}

async function findPostgres(report: Report): Promise<Postgres | undefined> {
  let postgres: Postgres | undefined;
  await report.step("PostgreSQL", async () => {
    postgres = await startPostgres();
    console.info(
      postgres
        ? `using ${postgres.origin}`
        : "PostgreSQL was not found: its half of the store tests did not run.",
    );
    return true;
  });
  return postgres;
}

async function runTests(report: Report, postgres: Postgres | undefined): Promise<void> {
  const environment = postgres ? { TEST_POSTGRES_URL: postgres.url } : {};
  await report.tests("unit tests and gateway promises", readVitest(outFolder("vitest.json")), () =>
    node("node_modules/vitest/vitest.mjs", ["run", ...vitestReporters], environment),
  );
  const built = await report.step("build", async () => {
    if ((await ensureBuild(new Children())) === "fresh") console.info("built before, from the same sources");
    return true;
  });
  const chromium = built && (await findChromium(report));
  if (chromium === undefined || chromium === false) return report.notRun("stories");
  const browser = { ...environment, PLAYWRIGHT_CHROMIUM: chromium };
  await runPlaywright(report, "stories", "stories in Chromium, on SQLite", browser);
  if (postgres)
    await runPlaywright(report, "stories-postgresql", "stories in Chromium, on PostgreSQL", browser);
  await runPlaywright(report, "sweep", "secrets sweep", browser);
}

/** The path of a Chromium, "" for Playwright's own, undefined for none. */
async function findChromium(report: Report): Promise<string | undefined> {
  let path: string | undefined;
  await report.step("Chromium", async () => {
    const chromium = await ensureChromium();
    path = chromium.path;
    console.info(`using ${chromium.origin}`);
    return true;
  });
  return path;
}

function runPlaywright(report: Report, project: string, title: string, environment: Record<string, string>) {
  const results = outFolder(`${project}.json`);
  return report.tests(title, readPlaywright(results), () =>
    node("node_modules/@playwright/test/cli.js", ["test", `--project=${project}`, "--reporter=list,json"], {
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_NAME: results,
    }),
  );
}

const vitestReporters = [
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${outFolder("vitest.json")}`,
];
