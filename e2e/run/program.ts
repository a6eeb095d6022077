import { closeSync, cpSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { outFolder } from "#e2e/support/out-folder.ts";
import { ensureBuild } from "#server/start/build.ts";
import { nextProgram } from "#server/start/console.ts";
import { Children } from "#server/start/processes/children.ts";
import { ensureChromium } from "./chromium.ts";
import { makeRunFolder } from "./memory-folder.ts";
import { ensurePoppler } from "./poppler.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { command, node } from "./processes.ts";
import { Report } from "./report.ts";
import { checkScriptBudget } from "./script-budget.ts";
import { readPlaywright, readVitest } from "./tally.ts";

/** Runs all steps, even after a failure, and prints the summary. Resolves with the exit code. */
export async function runAll(): Promise<number> {
  rmSync(outFolder(), { recursive: true, force: true });
  mkdirSync(outFolder(), { recursive: true });
  const report = new Report();
  const folder = makeRunFolder();
  const postgres = await findPostgres(report, folder);
  try {
    await runTests(report, postgres, folder);
  } finally {
    await postgres?.stop();
  }
  return report.close();
}

async function checkSources(report: Report): Promise<void> {
  await report.step("types", checkTypes);
  await report.step("lint", () => node("node_modules/@biomejs/biome/bin/biome", ["ci", "."]));
  await report.step("unused files, exports and dependencies", () =>
    node("node_modules/knip/bin/knip.js", []),
  );
}

async function checkTypes(): Promise<boolean> {
  // A fresh clone has no types of its routes yet.
  return (
    (await node(nextProgram, ["typegen"])) &&
    // Incremental, it misses errors in files that did not change.
    (await node("node_modules/typescript/bin/tsc", ["--noEmit", "--incremental", "false"]))
  );
}

async function findPostgres(report: Report, folder: string): Promise<Postgres | undefined> {
  let postgres: Postgres | undefined;
  await report.step("PostgreSQL", async () => {
    postgres = await startPostgres(folder);
    console.info(
      postgres
        ? `using ${postgres.origin}`
        : "PostgreSQL was not found: its part of the store tests did not run.",
    );
    return true;
  });
  return postgres;
}

/**
 * Unit and integration tests run beside the checks and the build. The browser tests come after them: both at once make two
 * cores so slow that sound tests run out of time. The secrets sweep reads what all of them left.
 */
async function runTests(report: Report, postgres: Postgres | undefined, folder: string): Promise<void> {
  const environment = postgres ? { TEST_POSTGRES_URL: postgres.url } : {};
  const vitest = runVitest(report, environment, join(folder, "vitest"));
  await checkSources(report);
  const built = await report.step("build", async () => {
    if ((await ensureBuild(new Children())) === "fresh") console.info("built before, from the same sources");
    return true;
  });
  if (built) await report.step("script budget", async () => checkScriptBudget());
  const chromium = built ? await findChromium(report) : undefined;
  if (chromium !== undefined)
    await report.step("poppler", async () => {
      console.info(await ensurePoppler());
      return true;
    });
  await vitest;
  if (chromium === undefined) return report.notRun("browser");
  const stores = join(folder, "stores");
  mkdirSync(stores);
  const browser = { ...environment, PLAYWRIGHT_CHROMIUM: chromium, E2E_STORES: stores };
  const projects = postgres ? ["browser", "browser-postgresql"] : ["browser"];
  await runPlaywright(report, "browser tests in Chromium", projects, browser);
  await runPlaywright(report, "secrets sweep", ["sweep"], browser);
  // Where a failure is looked into.
  cpSync(stores, outFolder("stores"), { recursive: true });
}

/** Its output goes to a file: it would mix with that of the steps that run at the same time. */
async function runVitest(
  report: Report,
  environment: Record<string, string>,
  temporary: string,
): Promise<void> {
  const results = outFolder("vitest.json");
  const printed = outFolder("log", "vitest.log");
  mkdirSync(outFolder("log"), { recursive: true });
  const output = openSync(printed, "w");
  mkdirSync(temporary);
  await report.tests(
    "unit and integration tests",
    () => readVitest(results),
    async () => {
      const passed = await command(
        process.execPath,
        [
          "node_modules/vitest/vitest.mjs",
          "run",
          "--project=unit",
          "--project=integration",
          "--project=integration-shared",
          "--reporter=dot",
          "--reporter=json",
          `--outputFile.json=${results}`,
        ],
        { environment: { ...environment, TMPDIR: temporary }, stdio: ["ignore", output, output] },
      );
      if (!passed) console.error(`${printed} holds the whole output.`);
      return passed;
    },
  );
  closeSync(output);
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

function runPlaywright(
  report: Report,
  title: string,
  projects: readonly string[],
  environment: Record<string, string>,
): Promise<void> {
  const results = outFolder(`${projects[0]}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  return report.tests(
    title,
    () => readPlaywright(results),
    () =>
      node("node_modules/@playwright/test/cli.js", ["test", ...chosen, "--reporter=list,json"], {
        ...environment,
        PLAYWRIGHT_JSON_OUTPUT_NAME: results,
      }),
  );
}
