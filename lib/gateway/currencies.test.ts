import { expect, test } from "vitest";
import { currencyOf, isOwnCurrency } from "./currencies.ts";

test("a currency is found by its ISO 4217 number, with or without leading zeros, and by its letters", () => {
  expect(currencyOf("978")).toEqual({ code: "EUR", isKnown: true, decimals: 2 });
  expect(currencyOf("8")).toMatchObject({ code: "ALL" });
  expect(currencyOf("eur")).toMatchObject({ code: "EUR" });
  expect(currencyOf("392")).toMatchObject({ code: "JPY", decimals: 0 });
  expect(currencyOf("414")).toMatchObject({ code: "KWD", decimals: 3 });
});

test("a missing currency is the merchant's", () => {
  expect(currencyOf(undefined)).toMatchObject({ code: "USD" });
  expect(isOwnCurrency(undefined)).toBe(true);
  expect(isOwnCurrency("840")).toBe(true);
  expect(isOwnCurrency("124")).toBe(false);
});

test("a code that isn't in ISO 4217 is returned unchanged", () => {
  expect(currencyOf("ABC")).toEqual({ code: "ABC", isKnown: false, decimals: 2 });
  expect(currencyOf("000")).toMatchObject({ code: "000", isKnown: false });
  for (const text of ["/../../TMP/X\r\nACCNT\tEvil", "€", "<A>", "A".repeat(9), " "])
    expect(currencyOf(text)).toEqual({ code: "XXX", isKnown: false, decimals: 2 });
});

test("every currency the browser knows by letters is known here, but for withdrawn ones", () => {
  const known = Intl.supportedValuesOf("currency").filter((code) => currencyOf(code).isKnown);
  expect(known.length).toBeGreaterThan(150);
});
