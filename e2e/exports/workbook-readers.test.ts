import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasProgram, runProgram } from "#e2e/support/run-program.ts";
import {
  type ExportColumnName,
  exportColumnNames,
  exportColumns,
  fieldsOf,
  toCell,
} from "#lib/exports/columns.ts";
import type { ExportedTransaction } from "#lib/exports/exported-transaction.ts";
import { asRead, aTransaction } from "#lib/exports/test-transactions.ts";
import { toTransactionsXlsx } from "#lib/exports/transactions-xlsx.ts";
import { toCents, toDecimal } from "#lib/money.ts";
import { momentIn } from "#lib/time.ts";

const zone = "America/Los_Angeles";
const folder = mkdtempSync(join(tmpdir(), "workbook-"));
const path = join(folder, "transactions.xlsx");
afterAll(() => rmSync(folder, { recursive: true }));

const texts = [
  "00017",
  "-12.50",
  "=1+1",
  '=HYPERLINK("http://example.com")',
  "@SUM(A1)",
  "0.1",
  "1e5",
  "TRUE",
  "2026-11-20",
  'quo"te, comma',
  "line\nbreak",
  " spaces ",
  "Zoë 😀 < & >",
  "4".repeat(40),
];
const rows: ExportedTransaction[] = Array.from({ length: 300 }, (_, place) =>
  aTransaction({
    id: `0n${place}`,
    transaction_key: `0n${place}`,
    created_at: Date.UTC(2026, 9, 31, 20, place * 7, place % 60),
    invoice: texts[place % texts.length] ?? null,
    customer: texts[(place * 5) % texts.length] ?? null,
    cents: place === 7 ? null : (place + 1) * 1009,
    net_cents: (place % 3 === 0 ? -1 : 1) * (place + 1) * 1009,
    kind: place % 3 === 0 ? "refunds" : "sales",
    tip_cents: place % 2 === 0 ? null : place,
  }),
);

beforeAll(async () => {
  await writeFile(path, toTransactionsXlsx(asRead(rows, exportColumnNames, 100), exportColumnNames, zone));
});

/** The value itself, as no format of a file changes it. */
const cellOf = (name: ExportColumnName, row: ExportedTransaction) => {
  const fields = fieldsOf([name]);
  const read = toCell<unknown>(exportColumns[name], fields, {
    text: same,
    day: same,
    moment: same,
    amount: same,
  });
  return read(fields.map((field) => row[field]));
};
const same = (value: unknown) => value;

// Debian's packages are those of its own Python, which another may hide.
const python = ["/usr/bin/python3", "python3"].find((name) => hasProgram(name, ["-c", "import openpyxl"]));
test("openpyxl reads every cell with its type and its value", ({ skip }) => {
  skip(!python, "openpyxl is not installed here");
  const script = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
cell = lambda c: [c.data_type, c.number_format, c.value.isoformat(" ") if c.data_type == "d" else c.value]
print(json.dumps([[cell(c) for c in row] for row in sheet.iter_rows()]))`;
  const [head, ...cells] = JSON.parse(runProgram(python ?? "python3", ["-c", script, path])) as [
    string,
    string,
    unknown,
  ][][];
  expect(head?.map(([, , label]) => label)).toEqual(
    exportColumnNames.map((name) => exportColumns[name].label),
  );
  expect(cells).toEqual(
    rows.map((row) =>
      exportColumnNames.map((name) => {
        const value = cellOf(name, row);
        const { kind } = exportColumns[name];
        if (kind === "text") return [value ? "s" : "n", "General", value || null];
        if (kind === "amount") return ["n", "0.00", value === null ? null : Number(toDecimal(Number(value)))];
        if (kind === "moment") return ["d", "yyyy-mm-dd hh:mm:ss", momentIn(zone, Number(value))];
        return ["d", "yyyy-mm-dd", `${value} 00:00:00`];
      }),
    ),
  );
});

const hasLibreOffice = hasProgram("libreoffice", ["--headless", "--version"]);
test("LibreOffice reads every cell as it was written", ({ skip }) => {
  skip(!hasLibreOffice, "LibreOffice is not installed here");
  runProgram("libreoffice", [
    "--headless",
    `-env:UserInstallation=file://${folder}/profile`,
    "--convert-to",
    "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false",
    "--outdir",
    folder,
    path,
  ]);
  const [, ...lines] = parse(readFileSync(join(folder, "transactions.csv"), "utf8"), {
    relax_column_count: true,
  }) as string[][];
  expect(lines).toHaveLength(rows.length);
  for (const [place, row] of rows.entries())
    for (const [column, name] of exportColumnNames.entries()) {
      const [value, cell = ""] = [cellOf(name, row), lines[place]?.[column]];
      const { kind } = exportColumns[name];
      // Numbers come without trailing zeros.
      if (kind === "amount") expect(toCents(cell), name).toBe(value);
      else expect(cell, name).toBe(kind === "moment" ? momentIn(zone, Number(value)) : (value ?? ""));
    }
});
