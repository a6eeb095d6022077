import fc from "fast-check";
import { expect, test } from "vitest";
import { quickCash } from "./quick-cash.ts";

test("the buttons for cash offer the exact amount and what bills make of it", () => {
  expect(quickCash(1340)).toEqual([1340, 1400, 1500, 2000, 5000, 10_000]);
  expect(quickCash(2000)).toEqual([2000, 5000, 10_000]);
  expect(quickCash(0)).toEqual([]);
});

test("the buttons for cash never offer less than what is due, nor the same twice", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_900 }), (due) => {
      const offered = quickCash(due);
      expect(offered[0]).toBe(due);
      expect(new Set(offered).size).toBe(offered.length);
      expect(offered.every((cents) => cents >= due)).toBe(true);
    }),
  );
});
