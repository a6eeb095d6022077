import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DayDetails } from "./day-end.ts";
import { toExceptions } from "./exceptions.ts";
import { reportHtml, reportText } from "./report-html.ts";
import { selfCheck } from "./self-check.ts";
import { toSignedReport } from "./signed-report.ts";

const hashOf = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

test("the script of the file computes SHA-256 as everybody does", () => {
  const sha256: (bytes: Uint8Array) => string = new Function(`${selfCheck}; return sha256;`)();
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
    expect(sha256(new Uint8Array(length).fill(length))).toBe(hashOf(new Uint8Array(length).fill(length)));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toBe(hashOf(bytes));
    }),
  );
});

const signed = {
  number: 7,
  revision: 1,
  by: "Tomas <Lindqvist>",
  at: Date.parse("2026-11-21T02:07:00Z"),
  note: "Delivery & wedding",
  figures: {
    day: "2026-11-20",
    transactions: 3,
    currencies: [
      {
        currency: "USD",
        tenders: [{ tender: "card", count: 2, cents: 428_830 }] as const,
        refunds: { count: 1, cents: 5250 },
        voids: { count: 1, cents: 3600 },
        netCents: 423_580,
      },
    ],
    rowsHash: "41d89e2c7b06c5fa".repeat(4),
  },
  fingerprint: "",
  left: {
    unknown: 0,
    orders: 0,
    notices: 2,
    authorizations: 0,
    batches: 0,
    drawers: 0,
    receipts: 0,
    events: 0,
    files: 0,
  },
  openReading: { readAt: Date.parse("2026-11-21T02:06:00Z"), problem: undefined },
  uncompared: 0,
};
const details: DayDetails = {
  drawers: [
    {
      drawer: "Drawer 1",
      shift: 4,
      closedBy: "Priya Raman",
      approvedBy: "Ruth",
      report: 12,
      expectedCents: 20_500,
      countedCents: 20_000,
    },
  ],
  batches: [
    {
      key: "b1",
      name: "2184",
      closedAt: Date.parse("2026-11-21T01:58:00Z"),
      sums: [{ currency: "USD", cents: 428_830, count: 3 }],
      state: "reconciled",
    },
    {
      key: "b2",
      name: "2185",
      closedAt: Date.parse("2026-11-21T02:00:00Z"),
      sums: undefined,
      state: undefined,
    },
  ],
  exceptions: toExceptions(
    [
      { kind: "batch", key: "b0", name: "2181", closedAt: 0, isReady: false },
      {
        kind: "shortDeposit",
        id: "d1",
        day: "2026-11-19",
        description: "MERCH DEP",
        cents: 200,
        currency: undefined,
      },
    ],
    "America/Chicago",
    0,
  ),
};
const store = { merchant: "Alder Street Flowers", timeZone: "America/Chicago", dayStart: "00:00" };

test("the report says what was signed, by whom, and what was left open", () => {
  const report = toSignedReport(
    {
      ...signed,
      figures: {
        ...signed.figures,
        currencies: signed.figures.currencies.map((sums) => ({ ...sums, tenders: [...sums.tenders] })),
      },
    },
    details,
    store,
  );
  expect(report).toEqual({
    title: "Alder Street Flowers",
    subtitle: "Day report, Fri, Nov 20, 2026",
    sections: [
      {
        title: "Sales, USD",
        rows: [
          ["Card, 2", "$4,288.30"],
          ["Refunds, 1", "−$52.50"],
          ["Net sales", "$4,235.80"],
          ["Voids, 1, not added", "$36.00"],
        ],
      },
      {
        title: "Cash drawers",
        rows: [["Drawer 1, Priya Raman, Z report 12, approved by Ruth", "$200.00 counted, $5.00 short"]],
      },
      {
        title: "Batches",
        rows: [
          ["Batch 2184, closed 7:58 PM", "$4,288.30 in 3, Reconciled"],
          ["Batch 2185, closed 8:00 PM", "Totals not read, Not compared"],
        ],
      },
      { title: "Left open", rows: [["Action needed", "2"]] },
      {
        title: "Exceptions",
        rows: [
          ["Batch 2181", "Has differences"],
          ["Deposit of Nov 19, 2026, MERCH DEP", "Short by $2.00"],
        ],
      },
      {
        title: "Signature",
        rows: [
          ["Number", "7"],
          ["Signed by", "Tomas <Lindqvist>"],
          ["Signed at", "Fri, Nov 20, 2026, 8:07 PM, Chicago"],
          ["Counted from", "3 transactions"],
          ["Open batch read", "Fri, Nov 20, 2026, 8:06 PM"],
          ["The day begins at", "12:00 AM, Chicago"],
          ["Payments", "41d8 9e2c 7b06 c5fa"],
          ["Note", "Delivery & wedding"],
        ],
      },
    ],
  });
  const file = reportHtml(report, hashOf);
  expect(file).toContain("Tomas &lt;Lindqvist&gt;");
  expect(file).toContain(hashOf(reportText(report)));
  expect(file).not.toMatch(/src=|href=|https?:/);
});
