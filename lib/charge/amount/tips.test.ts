import { expect, test } from "vitest";
import { readTipPercents, tipCents } from "./tips.ts";

test("percentages are read in their order; anything else is refused", () => {
  expect(readTipPercents("15, 18,20")).toEqual([15, 18, 20]);
  expect(readTipPercents("")).toEqual([]);
  for (const text of ["0", "101", "15, 15", "18.5", "x", "1,2,3,4,5,6,7"])
    expect(readTipPercents(text), text).toBeUndefined();
});

test("a tip is rounded to the cent, and to whole units in a currency without decimals", () => {
  expect(tipCents(4250, 18, 2)).toBe(765);
  expect(tipCents(3333, 15, 2)).toBe(500);
  expect(tipCents(10, 5, 2)).toBe(1);
  expect(tipCents(123400, 15, 0)).toBe(18500);
});
