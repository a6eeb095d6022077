import { expect, test } from "vitest";
import type { OpenDeposit, Proposal } from "#lib/deposits/match/propose.ts";
import { toUnmatched } from "./unmatched.ts";

const line = (id: string, day: string, cents: number, description: string): OpenDeposit => ({
  ...{ id, day, cents, description },
  currency: "USD",
});

const ambiguous = (...solutions: string[][]): Proposal => ({
  kind: "ambiguous",
  solutions: solutions.map((portions) => ({ portions, feeCents: 0 })),
  rivals: [],
});

const unmatched = (...lines: [OpenDeposit, Proposal][]) =>
  toUnmatched({
    open: new Map(lines.map(([deposit]) => [deposit.id, deposit])),
    byDeposit: new Map(lines.map(([{ id }, proposal]) => [id, proposal])),
    closedAt: new Map([amexOf21, amexOf22].map((portion, place) => [portion, place])),
  });

const amexOf21 = "b21 amex USD";
const amexOf22 = "b22 amex USD";
const checks = "checks 2026-11-14 checks USD";

test("a part is said to be paid by the line whose words and amount fit it, not by the first that could", () => {
  const found = unmatched(
    [line("1", "2026-11-20", 16_745, "ACH CHECKS"), ambiguous([amexOf21, amexOf22], [checks])],
    [line("2", "2026-11-20", 10_925, "AMERICAN EXPRESS SETTLEMENT"), ambiguous([amexOf21])],
  );
  expect(found.get(amexOf21)).toEqual({ day: "2026-11-20", cents: 10_925 });
  expect(found.get(checks)).toEqual({ day: "2026-11-20", cents: 16_745 });
});

test.each([
  ["as they closed", ambiguous([amexOf21], [amexOf22])],
  ["the other way round", ambiguous([amexOf22], [amexOf21])],
])(
  "of two lines that could pay either of two parts, found %s, the earlier pays the one that closed first",
  (_, either) => {
    const found = unmatched(
      [line("1", "2026-11-17", 2400, "AMERICAN EXPRESS SETTLEMENT"), either],
      [line("2", "2026-11-18", 2400, "AMERICAN EXPRESS SETTLEMENT"), either],
    );
    expect([found.get(amexOf21)?.day, found.get(amexOf22)?.day]).toEqual(["2026-11-17", "2026-11-18"]);
  },
);

test("nothing is named for a line that nothing explains, nor while lines are being compared", () => {
  const closest = { portions: [amexOf21], feeCents: 0, expectedCents: 10_925, differenceCents: 100 };
  const found = unmatched([line("1", "2026-11-20", 11_025, "DEPOSIT"), { kind: "none", closest }]);
  expect(found.size).toBe(0);
  expect(toUnmatched(undefined).size).toBe(0);
});
