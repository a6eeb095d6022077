import { expect, test } from "vitest";
import { accountFor } from "./accounting.ts";
import type { Outcomes, OutcomeTotal } from "./bulk-results.ts";

const nothing: OutcomeTotal = { count: 0, sums: [], withoutAmount: 0 };

test("a row without an amount explains what came on top of the named amounts, never what is missing of them", () => {
  const total = { command: "refund", tender: "card", count: 2, cents: 1000, withoutAmount: 1 } as const;
  const file = { good: 2, cents: 1000, totals: [total], upload: { errors: 0, dupes: 0 } };
  const verdictOf = (cents: number) => {
    const approved = { count: 2, sums: [{ currency: "USD", cents }], withoutAmount: 0 };
    const outcomes = {
      approved,
      duplicates: nothing,
      declined: nothing,
      errors: nothing,
      inPart: 0,
    } as Outcomes; // without its parts
    return accountFor(file as unknown as Parameters<typeof accountFor>[0], outcomes); // the rest is not read
  };
  expect(verdictOf(1300)).toMatchObject({ verdict: "agrees", unnamedCents: 300, openCents: 0 });
  expect(verdictOf(700)).toMatchObject({ verdict: "differs", unnamedCents: 0, openCents: 300 });
});
