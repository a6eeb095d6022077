import fc from "fast-check";
import { expect, test } from "vitest";
import { toCents } from "../money.ts";
import { formatMoney } from "./money.ts";

test("an amount reads with its currency, thousands and a true minus", () => {
  expect(formatMoney(4250)).toBe("$42.50");
  expect(formatMoney(341_862)).toBe("$3,418.62");
  expect(formatMoney(-3250)).toBe("−$32.50");
  expect(formatMoney(-103_470, { currency: false })).toBe("−1,034.70");
  expect(formatMoney(5)).toBe("$0.05");
  expect(formatMoney(0)).toBe("$0.00");
  expect(formatMoney(123_456_789_012)).toBe("$1,234,567,890.12");
});

test("no cent is lost between an amount and the words for it", () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
      const read = formatMoney(cents).replace("−", "-").replace(/[$,]/g, "");
      expect(toCents(read)).toBe(cents);
    }),
  );
});
