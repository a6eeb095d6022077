import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BreakdownLine, breakDown, dimensions } from "./breakdown.ts";
import { netOf } from "./entries.ts";
import { reconcile } from "./reconcile.ts";
import { testBatches } from "./test-batches.ts";

const hourOf = (at: number) => new Date(at).getUTCHours();
const sum = (lines: readonly BreakdownLine[], side: "gateway" | "journal") => ({
  cents: lines.reduce((total, line) => total + line[side].cents, 0),
  count: lines.reduce((total, line) => total + line[side].count, 0),
});

describe("the breakdown of a batch", () => {
  it("adds up to the sum of its transactions and to the journal, by every dimension", () => {
    fc.assert(
      fc.property(testBatches(), (batch) => {
        const result = reconcile(batch);
        for (const dimension of dimensions) {
          if (dimension === "brand") continue;
          const lines = breakDown(dimension, result, hourOf);
          expect(sum(lines, "gateway")).toEqual(wholeOf(result.transactions));
          expect(sum(lines, "journal")).toEqual(wholeOf(result.journal));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("has each card in its brand, and nothing else", () => {
    fc.assert(
      fc.property(testBatches(), (batch) => {
        const result = reconcile(batch);
        const brands = breakDown("brand", result, hourOf);
        const tenders = breakDown("tender", result, hourOf);
        const cards = tenders.filter(({ name }) => name === "card" || name === "token");
        for (const side of ["gateway", "journal"] as const)
          expect(sum(brands, side)).toEqual(sum(cards, side));
      }),
      { numRuns: 100 },
    );
  });

  it("puts a saved card, its clerk and its hour with the payment that the gateway shows as a plain card", () => {
    const at = Date.parse("2026-11-19T14:30:00Z");
    const facts = {
      kind: "sales",
      cents: 4200,
      brand: "Visa",
      lastFour: "2224",
      authcode: "A1",
      at,
    } as const;
    const gateway = { ...facts, tender: "card", key: "k1", refnum: "r1", references: [] } as const;
    const journal = {
      ...facts,
      tender: "token",
      at: at - 3_600_000,
      attemptId: "a1",
      key: "k1",
      refnum: "r1",
      reference: "R",
      certainty: "answered",
      clerk: "Ann",
    } as const;
    const input = { pairs: [{ gateway, journal }], unpaired: { gateway: [], journal: [] } };
    const both = { cents: 4200, count: 1 };
    expect(dimensions.map((dimension) => breakDown(dimension, input, hourOf))).toEqual(
      ["token", "Visa", "Ann", "14"].map((name) => [{ name, gateway: both, journal: both }]),
    );
  });
});

const wholeOf = (sums: Parameters<typeof netOf>[0]) => ({
  cents: netOf(sums),
  count: sums.sales.count + sums.refunds.count + sums.voids.count,
});
