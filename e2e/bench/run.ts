import { parseArgs } from "node:util";
import { exportMeasurements } from "./books/export-measurements.ts";
import { listMeasurements } from "./books/list-measurements.ts";
import { parserMeasurements } from "./books/parser-measurements.ts";
import { reconcileMeasurements } from "./books/reconcile-measurements.ts";
import { searchMeasurements } from "./books/search-measurements.ts";
import { bulkMeasurements } from "./bulk-measurements.ts";
import { reportChargeCost } from "./charge.ts";
import { proveOnPostgres, proveOnSqlite } from "./durability/prove-durability.ts";
import { type Bench, type Measured, type Measurement, notMeasured } from "./measurement.ts";
import { mockMeasurements } from "./mock-measurements.ts";
import { reportPages } from "./pages.ts";
import { postgresMeasurements } from "./postgres-measurements.ts";
import { readMeasurements } from "./read-measurements.ts";
import { printProof, printTable } from "./report.ts";
import { saleMeasurements } from "./sale-measurements.ts";
import { sizeMeasurements } from "./size-measurements.ts";

const sandboxMeasurements: Measurement[] = [
  ...saleMeasurements,
  ...mockMeasurements,
  ...readMeasurements,
  ...sizeMeasurements,
  ...bulkMeasurements,
  ...postgresMeasurements,
];

const bookMeasurements: Measurement[] = [
  ...searchMeasurements,
  ...reconcileMeasurements,
  ...exportMeasurements,
  ...listMeasurements,
  ...parserMeasurements,
];

const namesOf = (measurements: readonly Measurement[]) => measurements.map(({ name }) => name).join(", ");

const help = `npm run bench -- sandbox [--only NAME] [--rounds N] [--quick]
  measures the sandbox gateway: ${namesOf(sandboxMeasurements)}
npm run bench -- books [--only NAME] [--quick]
  measures search, reconciliation, exports and the list: ${namesOf(bookMeasurements)}
npm run bench -- durability [--kills N] [--postgres-kills N]
  kills it, and PostgreSQL under it, and looks for what was lost or doubled
npm run bench -- charge
  a charge through the console from the click to the result, beside what it cannot do without
npm run bench -- pages [--rounds N]
  how the charge page opens, beside an empty page`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "7" },
    quick: { type: "boolean", default: false },
    kills: { type: "string", default: "500" },
    "postgres-kills": { type: "string", default: "20" },
  },
});

if (positionals[0] === "sandbox") await measure(sandboxMeasurements);
else if (positionals[0] === "books") await measure(bookMeasurements);
else if (positionals[0] === "durability") await prove();
else if (positionals[0] === "charge") process.exitCode = (await reportChargeCost()) ? 0 : 1;
else if (positionals[0] === "pages") process.exitCode = (await reportPages(Number(values.rounds))) ? 0 : 1;
else console.info(help);
// What a measurement has started and not ended goes with us.
process.exit();

async function measure(measurements: readonly Measurement[]): Promise<void> {
  const bench: Bench = { rounds: Number(values.rounds), quick: values.quick };
  const chosen = measurements.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) {
    console.error(`There is no measurement ${values.only}.\n${help}`);
    process.exitCode = 1;
    return;
  }
  const measured: Measured[] = [];
  for (const { name, measure: measureOne } of chosen) {
    console.error(`measuring ${name} …`);
    const lines = await measureOne(bench).catch((error: unknown) => [
      notMeasured(name, { atLeast: 0 }, String(error)),
    ]);
    measured.push(...lines);
  }
  printTable(measured);
}

async function prove(): Promise<void> {
  const say = (progress: string) => console.error(progress);
  const sqlite = await proveOnSqlite(Number(values.kills), say);
  const whole = printProof("the gateway killed with -9, SQLite", sqlite);
  const postgres = await proveOnPostgres(Number(values["postgres-kills"]), say);
  const alsoWhole = printProof("PostgreSQL's server killed with -9", postgres);
  if (!whole || !alsoWhole) process.exitCode = 1;
}
