import { expect, test } from "vitest";
import type { BatchRow } from "../batch-row.ts";
import { toBatchCsv } from "./batch-csv.ts";

const row: BatchRow = {
  key: "0t1aaaaaaaaaaaa",
  name: "12",
  number: "12",
  opened: "2026-11-19 07:54:00",
  closed: "2026-11-19 19:54:00",
  status: "closed",
  sums: {
    sales: { cents: 498635, count: 71 },
    refunds: { cents: 11840, count: 3 },
    voids: { cents: 7400, count: 2 },
    total: { cents: 486795, count: 76 },
  },
};

const lineOf = (changed: Partial<BatchRow>) => toBatchCsv([{ ...row, ...changed }]).split("\r\n")[1];

test("an export holds plain numbers that a spreadsheet can add, refunds below zero", () => {
  expect(lineOf({})).toBe(
    "12,0t1aaaaaaaaaaaa,2026-11-19 07:54:00,2026-11-19 19:54:00,closed,4986.35,71,-118.40,3,74.00,2,4867.95,76,USD",
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])(
  "a text that begins like a formula stays a text: %j",
  (number) => {
    expect(lineOf({ number })).toMatch(/^'/);
  },
);

test("a batch without a number has its key alone", () => {
  expect(lineOf({ name: "ref. 4711", number: undefined })).toMatch(/^,0t1aaaaaaaaaaaa,/);
});

test("commas and quotes in a text do not move the columns", () => {
  expect(lineOf({ status: 'closed, "late"' })).toContain(',"closed, ""late""",');
});

test("sums that are not read yet are left empty, not zero", () => {
  expect(lineOf({ sums: undefined })).toMatch(/,closed,,,,,,,,,$/);
});

test("a batch whose payments were not all read has no currency in the export", () => {
  expect(lineOf({ isCurrencyAssumed: true })).toMatch(/,4867\.95,76,$/);
});

test("a batch of several currencies has a line for each, and no amount that adds them", () => {
  const sumsOf = (cents: number) => ({
    sales: { cents, count: 1 },
    refunds: { cents: 0, count: 0 },
    voids: { cents: 0, count: 0 },
    total: { cents, count: 1 },
  });
  const sums = [
    { currency: "USD", ...sumsOf(4250) },
    { currency: "EUR", ...sumsOf(10000) },
  ];
  const [, ...lines] = toBatchCsv([{ ...row, sums: undefined, currencies: { kind: "several", sums } }]).split(
    "\r\n",
  );
  expect(lines.filter(Boolean).map((line) => line.replace(/^.*closed,/, ""))).toEqual([
    "42.50,1,0.00,0,0.00,0,42.50,1,USD",
    "100.00,1,0.00,0,0.00,0,100.00,1,EUR",
  ]);
  expect(lineOf({ sums: undefined, currencies: { kind: "several", sums: undefined } })).toMatch(
    /,closed,,,,,,,,,several$/,
  );
});
