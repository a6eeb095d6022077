import { parseArgs } from "node:util";
import { exportFigures } from "./books/export-figures.ts";
import { listFigures } from "./books/list-figures.ts";
import { parserFigures } from "./books/parser-figures.ts";
import { reconcileFigures } from "./books/reconcile-figures.ts";
import { searchFigures } from "./books/search-figures.ts";
import { bulkFigures } from "./bulk-figures.ts";
import { reportChargeCost } from "./charge.ts";
import { proveOnPostgres, proveOnSqlite } from "./durability/prove-durability.ts";
import { type Bench, type Figure, type Measured, notMeasured } from "./figure.ts";
import { mockFigures } from "./mock-figures.ts";
import { reportPages } from "./pages.ts";
import { postgresFigures } from "./postgres-figures.ts";
import { readFigures } from "./read-figures.ts";
import { printProof, printTable } from "./report.ts";
import { saleFigures } from "./sale-figures.ts";
import { sizeFigures } from "./size-figures.ts";

const sandboxFigures: Figure[] = [
  ...saleFigures,
  ...mockFigures,
  ...readFigures,
  ...sizeFigures,
  ...bulkFigures,
  ...postgresFigures,
];

const bookFigures: Figure[] = [
  ...searchFigures,
  ...reconcileFigures,
  ...exportFigures,
  ...listFigures,
  ...parserFigures,
];

const namesOf = (figures: readonly Figure[]) => figures.map(({ name }) => name).join(", ");

const help = `npm run bench -- sandbox [--only NAME] [--rounds N] [--quick]
  measures the sandbox gateway: ${namesOf(sandboxFigures)}
npm run bench -- books [--only NAME] [--quick]
  measures search, reconciliation, exports and the list: ${namesOf(bookFigures)}
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

if (positionals[0] === "sandbox") await measure(sandboxFigures);
else if (positionals[0] === "books") await measure(bookFigures);
else if (positionals[0] === "durability") await prove();
else if (positionals[0] === "charge") process.exitCode = (await reportChargeCost()) ? 0 : 1;
else if (positionals[0] === "pages") process.exitCode = (await reportPages(Number(values.rounds))) ? 0 : 1;
else console.info(help);
// What a figure has started and not ended goes with us.
process.exit();

async function measure(figures: readonly Figure[]): Promise<void> {
  const bench: Bench = { rounds: Number(values.rounds), quick: values.quick };
  const chosen = figures.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) {
    console.error(`There is no figure ${values.only}.\n${help}`);
    process.exitCode = 1;
    return;
  }
  const measured: Measured[] = [];
  for (const { name, measure: measureFigure } of chosen) {
    console.error(`measuring ${name} …`);
    const lines = await measureFigure(bench).catch((error: unknown) => [
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
