import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { toCents } from "../money.ts";
import { defaultLocale, setMerchantLocale } from "./locale.ts";
import { formatDecimal, formatMoney } from "./money.ts";

afterEach(() => setMerchantLocale(defaultLocale));

test("an amount is formatted with currency, thousands separators and a true minus", () => {
  expect(formatMoney(4250)).toBe("$42.50");
  expect(formatMoney(341_862)).toBe("$3,418.62");
  expect(formatMoney(-3250)).toBe("−$32.50");
  expect(formatMoney(-103_470, { currency: false })).toBe("−1,034.70");
  expect(formatMoney(5)).toBe("$0.05");
  expect(formatMoney(0)).toBe("$0.00");
  expect(formatMoney(123_456_789_012)).toBe("$1,234,567,890.12");
});

test("each currency has its sign and decimals, and is never shown as dollars", () => {
  expect(formatMoney(10000, { code: "978" })).toBe("€100.00");
  expect(formatMoney(-10000, { code: "978" })).toBe("−€100.00");
  expect(formatMoney(110000, { code: "392" })).toBe("¥1,100");
  expect(formatMoney(1250, { code: "414" })).toBe("KWD\u00A012.500");
  expect(formatMoney(10000, { code: "124" })).toBe("CA$100.00");
  expect(formatMoney(10000, { code: "840" })).toBe("$100.00");
});

test("a column omits only the merchant's currency sign", () => {
  expect(formatMoney(10000, { currency: false, code: "840" })).toBe("100.00");
  expect(formatMoney(10000, { currency: false, code: "978" })).toBe("€100.00");
});

test("digits beyond a currency's decimals and unknown codes are kept", () => {
  expect(formatMoney(1111, { code: "392" })).toBe("¥11.11");
  expect(formatDecimal("1.234", { code: "414" })).toBe("KWD\u00A01.234");
  expect(formatDecimal("1.234", { code: "978" })).toBe("€1.234");
  expect(formatMoney(10000, { code: "ABC" })).toBe("100.00 (currency ABC)");
});

test("formatting an amount loses no cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
      const read = formatMoney(cents).replace("−", "-").replace(/[$,]/g, "");
      expect(toCents(read)).toBe(cents);
    }),
  );
});

test("signs and separators follow the merchant's locale, the digits never change", () => {
  setMerchantLocale("de-DE");
  expect(formatMoney(123_456_789_012)).toBe("1.234.567.890,12\u00A0$");
  expect(formatMoney(-3250)).toBe("−32,50\u00A0$");
  expect(formatMoney(-103_470, { currency: false })).toBe("−1.034,70");
  expect(formatMoney(10000, { code: "978" })).toBe("100,00\u00A0€");
  expect(formatMoney(110000, { code: "392" })).toBe("1.100\u00A0¥");
  expect(formatDecimal("1.234", { code: "978" })).toBe("1,234\u00A0€");
  expect(formatMoney(10000, { code: "ABC" })).toBe("100,00 (currency ABC)");
});
