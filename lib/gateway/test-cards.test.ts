import { expect, test } from "vitest";
import { isIssuedNumber } from "../card-data/card-detector.ts";
import {
  cardBrand,
  expiryState,
  groupCardNumber,
  isCardNumber,
  isRoutingNumber,
  isToken,
  maskCardNumber,
  maxCardLength,
} from "./card-number.ts";
import { testCards } from "./test-cards.ts";

test.each(testCards)("$name is a well-formed number", ({ number }) => {
  expect(isCardNumber(number)).toBe(true);
});

test.each(testCards)("changing one digit of $number is detected", ({ number }) => {
  const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
  expect(isCardNumber(wrong)).toBe(false);
});

test("brands are detected from the first digits", () => {
  expect(testCards.slice(0, 4).map((card) => cardBrand(card.number))).toEqual([
    "Visa",
    "Mastercard",
    "American Express",
    "Discover",
  ]);
  expect(cardBrand("")).toBeUndefined();
});

test("the field takes every number that the detector knows, and numbers of no known issuer", () => {
  for (const number of ["6069185296307410", "9792185296307418", "6799185296307417", "5019185296307413"]) {
    expect(isIssuedNumber(number)).toBe(true);
    expect(isCardNumber(number)).toBe(true);
    expect(cardBrand(number)).toBeUndefined();
  }
  expect(isIssuedNumber("1000000000000008")).toBe(false);
  expect(isCardNumber("1000000000000008")).toBe(true);
  expect(maxCardLength("6069")).toBe(19);
  expect(maxCardLength("4")).toBe(19);
  expect(maxCardLength("51")).toBe(16);
});

test("a number is grouped the way it is embossed", () => {
  expect(groupCardNumber("4000100011112224")).toBe("4000 1000 1111 2224");
  expect(groupCardNumber("371122223332225")).toBe("3711 222233 32225");
  expect(groupCardNumber("40001")).toBe("4000 1");
});

test("a mask keeps the last four digits only", () => {
  expect(maskCardNumber("4000100011112224")).toBe("xxxxxxxxxxxx2224");
});

test("a token is never mistaken for a card number", () => {
  expect(isToken("abcd-1234-efgh-5678")).toBe(true);
  expect(isToken("ABCD1234EFGH5678")).toBe(true);
  expect(isToken("4000100011112224")).toBe(false);
  expect(isToken("4000-1000-1111-2224")).toBe(false);
});

test("an expiry counts to the end of its month", () => {
  expect(expiryState("1126", "2026-11")).toBe("ok");
  expect(expiryState("1026", "2026-11")).toBe("expired");
  expect(expiryState("1328", "2026-11")).toBe("no-month");
  expect(expiryState("126", "2026-11")).toBe("malformed");
});

test("a mistyped routing number is rejected", () => {
  expect(isRoutingNumber("021000021")).toBe(true);
  expect(isRoutingNumber("021000022")).toBe(false);
  expect(isRoutingNumber("000000000")).toBe(false);
});
