import { expect, test } from "vitest";
import { returnReason } from "./ach-returns.ts";

test.each([
  ["R01", "Not enough funds (R01)"],
  ["r02", "Account closed (R02)"],
  ["R10 - customer advises", "Customer says it was not authorized (R10)"],
  ["C01", "Incorrect account number (C01)"],
  ["R99", "R99"],
  ["Bank closed for the day", "Bank closed for the day"],
  ["  ", undefined],
  [undefined, undefined],
])("a bank's note %j is read as %j", (note, words) => {
  expect(returnReason(note)).toBe(words);
});
