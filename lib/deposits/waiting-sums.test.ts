import { expect, test } from "vitest";
import { sumWaiting } from "./waiting-sums.ts";

test("waiting deposits are summed by currency, the merchant's own first", () => {
  const waiting = [
    { currency: "EUR", cents: 500, feeCents: 15 },
    { currency: "USD", cents: 100, feeCents: 0 },
    { currency: "CAD", cents: 7, feeCents: 0 },
    { currency: "EUR", cents: -50, feeCents: -1 },
  ];
  expect(sumWaiting(waiting)).toEqual([
    { currency: "USD", cents: 100, feeCents: 0, count: 1 },
    { currency: "CAD", cents: 7, feeCents: 0, count: 1 },
    { currency: "EUR", cents: 450, feeCents: 14, count: 2 },
  ]);
  expect(sumWaiting([])).toEqual([{ currency: "USD", cents: 0, feeCents: 0, count: 0 }]);
});
