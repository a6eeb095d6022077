import { expect, test } from "vitest";
import { sumWaiting } from "./waiting-sums.ts";

test("sums each currency separately, the merchant's own first", () => {
  const waiting = [
    { currency: "EUR", cents: 500 },
    { currency: "USD", cents: 100 },
    { currency: "CAD", cents: 7 },
    { currency: "EUR", cents: -50 },
  ];
  expect(sumWaiting(waiting)).toEqual([
    { currency: "USD", cents: 100, count: 1 },
    { currency: "CAD", cents: 7, count: 1 },
    { currency: "EUR", cents: 450, count: 2 },
  ]);
  expect(sumWaiting([])).toEqual([{ currency: "USD", cents: 0, count: 0 }]);
});
