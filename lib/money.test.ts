import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCents, toDecimal, toWireDouble } from "./money.ts";

describe("money", () => {
  test("every amount survives the wire unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (cents) => {
        expect(toCents(toDecimal(cents))).toBe(cents === 0 ? 0 : cents);
        expect(toCents(String(toWireDouble(cents)))).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });

  test.each([
    ["42.50", 4250],
    ["42.5", 4250],
    ["42.", 4200],
    ["42", 4200],
    ["0.07", 7],
    ["-0.05", -5],
    ["1.100", 110],
    ["  3.00 ", 300],
    ["-0", 0],
  ])("%s is %i cents", (text, cents) => expect(toCents(text)).toBe(cents));

  test.each(["", ".", "1.001", "1e3", "1,000.00", "NaN", "Infinity", "0x10", "--1", "12345678901234"])(
    "%s is no amount",
    (text) => expect(toCents(text)).toBeNull(),
  );

  test("toDecimal throws on a fraction of a cent", () => {
    expect(() => toDecimal(10.5)).toThrow("whole cents");
  });
});
