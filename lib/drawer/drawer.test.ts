import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedCash } from "./cash-sums.ts";
import { denominations, totalOf } from "./denominations.ts";
import { overShortText, type ZReport } from "./report.ts";
import { readShiftNumber } from "./shift-number.ts";
import { toZDocument } from "./z-document.ts";

const sum = fc.record({ count: fc.nat(1000), cents: fc.nat(10_000_000) });
const sums = fc.record({ sales: sum, refunds: sum, paidIn: sum, paidOut: sum, drop: sum });

describe("the expected amount of a drawer", () => {
  it("is the float with what came in, less what went out, in whole cents", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), sums, fc.nat(100_000), (float, each, extra) => {
        const expected = expectedCash(float, each);
        const more = (kind: keyof typeof each) =>
          expectedCash(float, { ...each, [kind]: { count: 1, cents: each[kind].cents + extra } }) - expected;
        expect(Number.isSafeInteger(expected)).toBe(true);
        expect([more("sales"), more("paidIn")]).toEqual([extra, extra]);
        expect([more("refunds"), more("paidOut"), more("drop")]).toEqual(
          extra === 0 ? [0, 0, 0] : [-extra, -extra, -extra],
        );
        expect(expectedCash(float + extra, each) - expected).toBe(extra);
      }),
    );
  });
});

describe("a count", () => {
  it("is worth the sum of its bills and coins", () => {
    const one = Object.fromEntries(denominations.map(({ id }) => [id, 1]));
    expect(totalOf(one)).toBe(10_000 + 5000 + 2000 + 1000 + 500 + 200 + 100 + 100 + 50 + 25 + 10 + 5 + 1);
    expect(totalOf({ "20": 3, "coin-0.25": 2, unknown: 9 })).toBe(6050);
    expect(new Set(denominations.map(({ id }) => id)).size).toBe(denominations.length);
  });

  it("is short, over or exact", () => {
    const money = (cents: number) => `${cents} ¢`;
    expect([-500, 0, 200].map((cents) => overShortText(cents, money))).toEqual([
      "Short 500 ¢",
      "Exact",
      "Over 200 ¢",
    ]);
  });
});

it.each([
  ["12", 12],
  ["0", undefined],
  ["012", undefined],
  ["1e3", undefined],
  ["4000100011112224", undefined],
  [undefined, undefined],
])("the shift of an address is read: %j is %j", (text, number) => {
  expect(readShiftNumber(text)).toBe(number);
});

describe("a printed Z report", () => {
  const report: ZReport = {
    number: 412,
    previousHash: null,
    shift: 417,
    drawer: "Counter <1>",
    merchant: "Alder & Street",
    currency: "USD",
    openedAt: Date.UTC(2026, 10, 20, 15, 52),
    openedBy: "Mira Castellanos",
    closedAt: Date.UTC(2026, 10, 20, 22, 46),
    closedBy: "Mira Castellanos",
    floatCents: 20_000,
    sums: {
      sales: { count: 5, cents: 10_827 },
      refunds: { count: 1, cents: 2000 },
      paidIn: { count: 0, cents: 0 },
      paidOut: { count: 1, cents: 4500 },
      drop: { count: 1, cents: 1000 },
    },
    floatChange: { leftCents: 21_000, reason: "To the bank", approvedBy: "Tomas" },
    movements: [
      { kind: "paidOut", cents: 4500, reason: "Courier <script>", at: 1, by: "Mira", approvedBy: "Tomas" },
      { kind: "drop", cents: 1000, reason: "To the bank", at: 2, by: "Mira" },
    ],
    expectedCents: 24_327,
    counts: [
      { at: Date.UTC(2026, 10, 20, 22, 40), by: "Mira", cents: 20_000 },
      { at: Date.UTC(2026, 10, 20, 22, 44), by: "Jonas", cents: 23_827 },
    ],
    pieces: [
      { label: "$20", count: 8, cents: 16_000 },
      { label: "Quarters", count: 1, cents: 25 },
      { label: "Dimes", count: 2, cents: 20 },
    ],
    countedCents: 23_827,
    overShortCents: -500,
    reason: "Wrong change given",
    approvedBy: "Tomas Lindqvist",
    unknown: [{ reference: "8C2N-VX4P", isRefund: false, cents: 940, by: "Mira" }],
    otherCurrencies: [{ currency: "978", count: 1, cents: 5000 }],
    nextFloatCents: 20_000,
    toSafeCents: 3827,
  };
  const html = toZDocument(report, { timeZone: "America/Los_Angeles", hash: "ab12" });
  const text = html
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<\/span><span>/g, ": ")
    .replace(/<[^>]+>/g, "\n");

  it.each([
    "Z report 412",
    "Opened: Nov 20, 2026, 7:52 AM",
    "Approved by: Tomas Lindqvist",
    "Left by the shift before: 210.00",
    "To the bank, approved by Tomas",
    "Courier &#60;script&#62;, approved by Tomas: −45.00",
    "Cash refunds 1: −20.00",
    "Paid out 1: −45.00",
    "Expected: 243.27",
    "Counted: 238.27",
    "Count 1, Mira, Nov 20, 2026, 2:40 PM: 200.00",
    "Short USD: −5.00",
    "Outcome unknown, not in expected: cash sale 8C2N-VX4P: 9.40",
    "Other currency, not in expected: 1: €50.00",
    "8 × $20: 160.00",
    "1 × Quarter: 0.25",
    "2 × Dimes: 0.20",
    "Next float: 200.00",
    "To the safe 1: −10.00",
    "To the bank: −10.00",
    "To the safe at closing: 38.27",
    "To the safe in total: 48.27",
    "ab12",
  ])("says %s", (line) => {
    expect(text.split("\n")).toContain(line);
  });

  it("escapes what people typed", () => {
    expect(html).toContain("Courier &#60;script&#62;");
    expect(html).not.toContain("<script>");
    expect(html).toContain("Counter &#60;1&#62;");
  });
});
