import { expect, test } from "vitest";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import {
  fromRefnum,
  keyForm,
  makeEventId,
  makeKey,
  makeProcessorReference,
  makeToken,
  toRefnum,
  unlikeCards,
} from "./keys.ts";
import { issuerChipData } from "./processor/chip.ts";

test("keys have the contract's form, rise, and never repeat, even within one millisecond", () => {
  const keys = Array.from({ length: 5000 }, (_, count) =>
    makeKey("transaction", 1_795_000_000_000 + (count >> 10)),
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect([...keys].sort()).toEqual(keys);
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-p]nf[0-9bcdfghjkmnpqrstvwxyz]{12}$/);
    expect(key).toMatch(keyForm);
  }
});

test("keys stay unique when the clock is set back", () => {
  const before = makeKey("batch", 1_800_000_000_000);
  expect(makeKey("batch", 1_700_000_000_000) > before).toBe(true);
});

test("a refnum exceeds 32 bits and maps back to its row", () => {
  expect(Number(toRefnum(1))).toBeGreaterThan(2 ** 31);
  expect(fromRefnum(toRefnum(12_345_678))).toBe(12_345_678);
  for (const wrong of ["", "0", "3108000000", "x3108000001", "31080000011234567"])
    expect(fromRefnum(wrong)).toBeUndefined();
});

test("a token has the contract's canonical form", () => {
  for (let count = 0; count < 500; count++) {
    const token = makeToken();
    expect(isToken(token)).toBe(true);
    expect(normalizeToken(token)).toBe(token);
  }
});

// Of so many, about twenty would look like a card number if nothing prevented it.
test.each([
  ["the reference of a check processor", makeProcessorReference, /^[1-9]\d{13}$/, 1_000],
  ["the id of an event", () => makeEventId(1_795_000_000_000), /^[0-9a-f]{64}$/, 10_000],
  ["the answer of an issuer to a chip", () => issuerChipData(true), /^8A023030910A[0-9A-F]{16}3030$/, 25_000],
])("%s never looks like a card number", (_name, make, form, count) => {
  const made = Array.from({ length: count }, () => make());
  expect(made.filter((text) => !form.test(text) || holdsCardNumber(text))).toEqual([]);
});

test("a text that looks like a card number is made again, however it is grouped", () => {
  const drawn = [
    ...["4000100011112224", "4000-1000-1111-2224", "4000x1000x1111x2224", "30569309025904"],
    // 36 23 23 80 96 30 30 is one, between letters of a chip's answer.
    "8A023030910AC50F3623C238096C3030",
    "other",
  ];
  expect(unlikeCards(() => drawn.shift() ?? "")).toBe("other");
});
